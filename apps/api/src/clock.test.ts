import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextUtcDay, utcDay } from './clock.ts'

const DAY = 86_400_000
const time = fc.integer({ min: 0, max: 4_000_000_000_000 })

describe('a UTC day', () => {
  it('has its ISO 8601 name, even after a lookup of another day', () => {
    fc.assert(
      fc.property(time, time, (one, other) => {
        for (const now of [one, other, one]) expect(utcDay(now)).toBe(new Date(now).toISOString().slice(0, 10))
      }),
    )
  })

  it('ends within 24 hours, where the next one begins', () => {
    fc.assert(
      fc.property(time, (now) => {
        const next = nextUtcDay(now)
        expect(next - now).toBeGreaterThan(0)
        expect(next - now).toBeLessThanOrEqual(DAY)
        expect(new Date(next).toISOString()).toMatch(/T00:00:00\.000Z$/)
        expect(utcDay(next)).not.toBe(utcDay(next - 1))
      }),
    )
  })
})
