import { describe, expect, it } from 'vitest'
import { memoryUsage, showLimit, usageOf } from './usage.ts'

const today = { subject: 'ana', tool: 'mx-record', day: '2026-01-02' }
const tomorrow = { ...today, day: '2026-01-03' }

describe('a limit of 0', () => {
  it('means not available, not unlimited', () => {
    expect(usageOf(0, 0)).toEqual({ dailyUsed: 0, dailyLimit: 0, remaining: 0 })
    expect(showLimit(0)).toBe('0')
    expect(memoryUsage().consume(today, 0)).toEqual({ granted: false, used: 0 })
  })
})

describe('counters in memory', () => {
  it('grant every run without a limit, and count it', () => {
    const store = memoryUsage()
    expect(store.consume(today, -1)).toEqual({ granted: true, used: 1 })
    expect(store.consume(today, -1)).toEqual({ granted: true, used: 2 })
    expect(store.read(today)).toBe(2)
    expect(store.read({ ...today, tool: 'ping-test' })).toBe(0)
  })

  it('start again with a day, and drop the previous day', () => {
    const store = memoryUsage()
    store.consume(today, 1)
    expect(store.read(tomorrow)).toBe(0)
    expect(store.consume(tomorrow, 1)).toEqual({ granted: true, used: 1 })
    expect(store.read(today)).toBe(0)
  })

  it('do not count a late run of the previous day as one of today', () => {
    const store = memoryUsage()
    store.consume(tomorrow, 2)
    expect(store.consume(today, 2)).toEqual({ granted: true, used: 1 })
    expect(store.read(tomorrow)).toBe(1)
  })
})
