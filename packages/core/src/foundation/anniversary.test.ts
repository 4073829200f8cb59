import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anniversary } from './anniversary.ts'
import { isoDay, isoTime } from './time.ts'

describe('an anniversary', () => {
  it('is the same day and time of a later year, or the 1st of March where there is no 29th of February', () => {
    fc.assert(
      fc.property(fc.integer({ min: -31_536_000_000, max: 200_000_000_000_000 }), fc.nat(99), (at, years) => {
        const [day, later] = [isoTime(at).slice(5), isoTime(anniversary(at, years)).slice(5)]
        expect(day.startsWith('02-29') ? later.replace('03-01', '02-29') : later).toBe(day)
        expect(new Date(anniversary(at, years)).getUTCFullYear()).toBe(new Date(at).getUTCFullYear() + years)
      }),
    )
    expect(isoDay(anniversary(Date.parse('2024-02-29'), 4))).toBe('2028-02-29')
    expect(isoDay(anniversary(Date.parse('2076-02-29'), 26))).toBe('2102-03-01')
    expect(isoDay(anniversary(Date.parse('2096-03-01'), 8))).toBe('2104-03-01')
  })
})
