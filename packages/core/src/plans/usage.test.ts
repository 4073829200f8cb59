import { describe, expect, it } from 'vitest'
import { memoryUsage, showLimit, usageOf } from './usage.ts'

describe('usage', () => {
  it('shows the remaining runs, never less than none', () => {
    expect(usageOf(3, 10)).toEqual({ dailyUsed: 3, dailyLimit: 10, remaining: 7 })
    expect(usageOf(12, 10).remaining).toBe(0)
  })

  it('shows an unlimited plan as ∞', () => {
    expect(usageOf(3, -1).remaining).toBe(-1)
    expect(showLimit(-1)).toBe('∞')
    expect(showLimit(50)).toBe('50')
  })

  it('counts subjects, tools and days separately', () => {
    const store = memoryUsage()
    const key = { subject: 'ana', tool: 'mx-record', day: '2026-01-02' }
    expect(store.consume(key, 1)).toEqual({ granted: true, used: 1 })
    expect(store.consume(key, 1)).toEqual({ granted: false, used: 1 })
    expect(store.consume({ ...key, subject: 'ben' }, 1).granted).toBe(true)
    expect(store.consume({ ...key, tool: 'ping-test' }, 1).granted).toBe(true)
    expect(store.consume({ ...key, day: '2026-01-03' }, 1).granted).toBe(true)
  })
})
