import { fakeClock } from '@netbox/core/testing'
import { describe, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../test/support/database.ts'
import { createRateLimits, memoryCountStore } from './rate-limits.ts'
import { databaseCountStore } from './rate-limits-repository.ts'

const limit = { points: 3, seconds: 60 }
const setUp = (store = memoryCountStore()) => {
  const clock = fakeClock()
  return { clock, limits: createRateLimits({ shared: store, local: store, clock }) }
}

describe('createRateLimits', () => {
  it('grants up to the limit and returns the rest and the end of the window', async () => {
    const { clock, limits } = setUp()
    const states = [await limits.consume('test', limit, 'a')]
    clock.advance(15_000)
    for (let count = 0; count < 3; count++) states.push(await limits.consume('test', limit, 'a'))
    expect(states.map(({ granted }) => granted)).toEqual([true, true, true, false])
    expect(states.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0])
    expect(states.map(({ reset }) => reset)).toEqual([60, 45, 45, 45])
    clock.advance(45_000)
    expect((await limits.consume('test', limit, 'a')).granted).toBe(true)
  })

  it('counts keys and limits separately', async () => {
    const { limits } = setUp()
    for (let count = 0; count < 4; count++) await limits.consume('test', limit, 'a')
    expect((await limits.consume('test', limit, 'b')).granted).toBe(true)
    expect((await limits.consume('other', limit, 'a')).granted).toBe(true)
  })

  it('returns the used part without counting', async () => {
    const { clock, limits } = setUp()
    expect(await limits.used('test', limit, 'a')).toBe(0)
    await limits.consume('test', limit, 'a')
    expect([await limits.used('test', limit, 'a'), await limits.used('test', limit, 'a')]).toEqual([1, 1])
    clock.advance(60_000)
    expect(await limits.used('test', limit, 'a')).toBe(0)
  })

  it('has bounded memory, however many keys a client invents', async () => {
    const store = memoryCountStore()
    for (let count = 0; count < 120_000; count++) await store.add(`key ${count}`, 1, 0, 1000)
    expect(await store.read('key 119999', 0)).toEqual({ points: 1, expiresAt: 1000 })
    expect(await store.read('key 0', 0)).toBeUndefined()
  })
})

describeOnEveryEngine('rate limits in the database', (open) => {
  it('grant exactly the limit to concurrent requests, and start again', async () => {
    const { clock, limits } = setUp(databaseCountStore(await open()))
    const granted = async () => {
      const states = await Promise.all(Array.from({ length: 20 }, () => limits.consume('exact', limit, 'a')))
      return states.filter((state) => state.granted).length
    }
    expect(await granted()).toBe(3)
    expect(await limits.used('exact', limit, 'a')).toBe(20)
    clock.advance(60_000)
    expect(await granted()).toBe(3)
  })
})
