import { describe, expect, it } from 'vitest'
import { manualClock } from '../../test/support/manual-clock.ts'
import type { KeySet } from '../entities/session.ts'
import { cachedKeySet } from './key-set.ts'

const key = (kid: string) => ({ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid, alg: 'ES256', use: 'sig' }) as const

const setUp = () => {
  const clock = manualClock()
  const published = { keys: [key('1')] }
  const loads: number[] = []
  let broken = false
  const load = async (): Promise<KeySet> => {
    loads.push(clock.now())
    if (broken) throw new Error('down')
    return { keys: [...published.keys] }
  }
  const fail = (now: boolean) => {
    broken = now
  }
  return { clock, published, loads, fail, keys: cachedKeySet({ load, clock }) }
}

describe('shares one request among concurrent callers', () => {
  it('finds a newly published key, without waiting for the ten minutes', async () => {
    const { clock, loads, keys } = setUp()
    expect(await keys.find('1')).toEqual(key('1'))
    await clock.advance(599_999)
    await keys.find('1')
    expect(loads).toHaveLength(1)
    await clock.advance(1)
    await keys.find('1')
    expect(loads).toHaveLength(2)
  })

  it('does not load repeatedly for an unknown key', async () => {
    const { loads, keys } = setUp()
    await Promise.all([keys.find('1'), keys.find('1'), keys.find('1')])
    expect(loads).toHaveLength(1)
  })

  it('finds a key that was published since, without waiting for the ten minutes', async () => {
    const { clock, published, keys } = setUp()
    await keys.find('1')
    published.keys.push(key('2'))
    await clock.advance(30_000)
    expect(await keys.find('2')).toEqual(key('2'))
  })

  it('does not load again and again for a key that nobody knows', async () => {
    const { loads, keys } = setUp()
    for (let time = 0; time < 100; time++) expect(await keys.find('forged')).toBeUndefined()
    expect(loads).toHaveLength(1)
  })

  it('tries again after a failure', async () => {
    const { fail, keys } = setUp()
    fail(true)
    await expect(keys.find('1')).rejects.toThrow('down')
    fail(false)
    expect(await keys.find('1')).toEqual(key('1'))
  })
})
