import { fakeClock } from '@netbox/core/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { rateLimitsOver } from '../../test/support/rate-limits.ts'
import { createRateLimits, type Permission, type RateLimits, memoryCountStore } from './rate-limits.ts'

const local = { points: 3, seconds: 60 }
const shared = { ...local, shared: true } as const
const sliding = { name: 'sliding', most: 3, window: 60_000 }

/** Sequences of waits, in milliseconds, and of actions with their costs. */
const histories = fc.array(
  fc.record({ wait: fc.constantFrom(0, 0, 1, 20_000, 59_999, 60_000), cost: fc.integer({ min: 1, max: 4 }) }),
  { maxLength: 25 },
)
let subjects = 0

describeOnEveryEngine('rate limits', (open) => {
  const setUp = async () => {
    const clock = fakeClock()
    return { clock, limits: rateLimitsOver(await open(), clock) }
  }
  const count = async (most: number, action: () => Promise<boolean>) => {
    const granted = await Promise.all(Array.from({ length: most }, action))
    return granted.filter(Boolean).length
  }

  for (const [name, limit] of Object.entries({ local, shared })) {
    it(`grant up to a ${name} limit and return the rest and the end of the window`, async () => {
      const { clock, limits } = await setUp()
      const states = [await limits.consume('rest', limit, 'a')]
      clock.advance(15_000)
      for (let action = 0; action < 3; action++) states.push(await limits.consume('rest', limit, 'a'))
      expect(states.map(({ granted }) => granted)).toEqual([true, true, true, false])
      expect(states.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0])
      expect(states.map(({ reset }) => reset)).toEqual([60, 45, 45, 45])
      expect((await limits.consume('rest', limit, 'b')).granted, 'another key').toBe(true)
      expect((await limits.consume('other', limit, 'a')).granted, 'another limit').toBe(true)
      clock.advance(45_000)
      expect(await limits.used('rest', limit, 'a')).toBe(0)
    })

    it(`count a ${name} fixed window from its first action, whatever the waits and costs`, async () => {
      const { clock, limits } = await setUp()
      await fc.assert(
        fc.asyncProperty(histories, async (history) => {
          const subject = `history ${subjects++}`
          let window = { points: 0, end: 0 }
          for (const { wait, cost } of history) {
            clock.advance(wait)
            if (window.end <= clock.now()) window = { points: 0, end: clock.now() + 60_000 }
            expect(await limits.used('history', limit, subject)).toBe(window.points)
            window.points += cost
            expect(await limits.consume('history', limit, subject, cost)).toEqual({
              granted: window.points <= 3,
              limit: 3,
              remaining: Math.max(0, 3 - window.points),
              reset: Math.ceil((window.end - clock.now()) / 1000),
            })
          }
        }),
        { numRuns: 10 },
      )
    })

    it(`grant exactly a ${name} limit to concurrent requests, and start again`, async () => {
      const { clock, limits } = await setUp()
      const action = async () => (await limits.consume('exact', limit, 'a')).granted
      expect(await count(20, action)).toBe(3)
      expect(await limits.used('exact', limit, 'a')).toBe(20)
      clock.advance(60_000)
      expect(await count(20, action)).toBe(3)
    })
  }

  it('allow a sliding limit in any window, and the next action when the oldest has left it', async () => {
    const { clock, limits } = await setUp()
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const subject = `history ${subjects++}`
        const ends: number[] = []
        for (const { wait } of history) {
          clock.advance(wait)
          const now = clock.now()
          while ((ends[0] ?? Infinity) <= now) ends.shift()
          const [oldest = 0] = ends
          const { isAllowed, ...refusal } = await limits.take(sliding, subject)
          if (isAllowed) expect(ends.push(now + sliding.window)).toBeLessThanOrEqual(3)
          else expect([ends.length, refusal]).toEqual([3, { retryAfter: Math.ceil((oldest - now) / 1000) }])
        }
      }),
      { numRuns: 10 },
    )
  })

  it('grant exactly a sliding limit to concurrent actions of several processes, and start again', async () => {
    const { clock, limits } = await setUp()
    const processes = [limits, rateLimitsOver(await open(), clock)]
    const all = async () => {
      const granted = await Promise.all(
        processes.map((each) => count(20, async () => (await each.take(sliding, 'exact')).isAllowed)),
      )
      return granted.reduce((sum, one) => sum + one, 0)
    }
    expect(await all()).toBe(3)
    clock.advance(60_000)
    expect(await all()).toBe(3)
  })

  it('do not count a released action, and leave the slot to whoever took it since', async () => {
    const { clock, limits } = await setUp()
    const one = { ...sliding, most: 1 }
    const release = (permission: Permission) => (permission.isAllowed ? permission.release() : undefined)
    const isAllowed = async (each: RateLimits) => (await each.take(one, 'released')).isAllowed
    const first = await limits.take(one, 'released')
    expect(await isAllowed(limits)).toBe(false)
    await release(first)
    expect(await isAllowed(limits)).toBe(true)
    await limits.reset(one, 'released')
    const old = await limits.take(one, 'released')
    clock.advance(60_000)
    expect(await isAllowed(limits)).toBe(true)
    await release(old)
    expect(await isAllowed(limits)).toBe(false)
  })

  it('refuse nothing if they are off, except what must always be limited', async () => {
    const { clock } = await setUp()
    const store = rateStoreThatFails()
    const limits = createRateLimits({ shared: store, local: store, clock, isOff: true })
    expect(await limits.consume('off', shared, 'a')).toMatchObject({ granted: true, remaining: 3 })
    expect(await limits.used('off', shared, 'a')).toBe(0)
    expect(await limits.take(sliding, 'a')).toMatchObject({ isAllowed: true })
    await expect(limits.take({ ...sliding, isAlwaysOn: true }, 'a')).rejects.toThrow('counted')
  })
})

/** A store that fails as soon as something counts. */
const rateStoreThatFails = () => {
  const fail = () => Promise.reject(new Error('counted'))
  return { add: fail, read: fail, take: fail, release: fail, clear: fail }
}

describe('memoryCountStore', () => {
  it('has bounded memory, however many keys a client invents', async () => {
    const store = memoryCountStore()
    for (let count = 0; count < 120_000; count++) await store.add(`key ${count}`, 1, 0, 1000)
    expect(await store.read('key 119999', 0)).toEqual({ points: 1, expiresAt: 1000 })
    expect(await store.read('key 0', 0)).toBeUndefined()
  })
})
