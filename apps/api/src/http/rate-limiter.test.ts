import { fakeClock } from '@netbox/core/testing'
import { describe, expect, it } from 'vitest'
import { createRateLimiter, memoryRateStore } from './rate-limiter.ts'

describe('createRateLimiter', () => {
  const policy = { points: 3, seconds: 60 }

  it('grants what the policy allows and says what is left and when it begins again', async () => {
    const clock = fakeClock()
    clock.advance(15_000)
    const limit = createRateLimiter({ store: memoryRateStore(clock), clock })
    const states = [
      await limit.take('a', policy),
      await limit.take('a', policy),
      await limit.take('a', policy),
      await limit.take('a', policy),
    ]
    expect(states.map(({ granted }) => granted)).toEqual([true, true, true, false])
    expect(states.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0])
    expect(states.map(({ reset }) => reset)).toEqual([45, 45, 45, 45])
    clock.advance(45_000)
    expect((await limit.take('a', policy)).granted).toBe(true)
  })

  it('keeps keys apart', async () => {
    const clock = fakeClock()
    const limit = createRateLimiter({ store: memoryRateStore(clock), clock })
    for (let count = 0; count < 4; count++) await limit.take('a', policy)
    expect((await limit.take('b', policy)).granted).toBe(true)
  })

  it('tells what was taken in this window, and takes nothing', async () => {
    const clock = fakeClock()
    const limit = createRateLimiter({ store: memoryRateStore(clock), clock })
    expect(await limit.used('a', policy)).toBe(0)
    await limit.take('a', policy)
    expect([await limit.used('a', policy), await limit.used('a', policy)]).toEqual([1, 1])
    expect((await limit.take('a', policy)).remaining).toBe(1)
    clock.advance(60_000)
    expect(await limit.used('a', policy)).toBe(0)
  })

  it('has bounded memory however many keys somebody makes up', () => {
    const clock = fakeClock()
    const store = memoryRateStore(clock)
    for (let count = 0; count < 120_000; count++) void store.add(`key ${count}`, clock.now() + 1000)
    expect(store.add('key 119999', clock.now() + 1000)).toBe(2)
    expect(store.add('key 0', clock.now() + 1000)).toBe(1)
  })
})
