import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entity } from './mapping.ts'
import { anniversary, lastTime } from './periods.ts'
import { DAY } from './units.ts'
import { isoDay, isoTime } from './time.ts'

describe('time in the world', () => {
  it('puts the last time of a recurring event in the past, by less than its period, and keeps it until the next', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 253_402_300_799_999 }),
        fc.nat(),
        fc.integer({ min: 1, max: 400 }),
        (at, key, days) => {
          const of = entity(key, 'k', 'n')
          const last = lastTime(at, of, 'f', days * DAY)
          expect(last).toBeLessThanOrEqual(at)
          expect(at - last).toBeLessThan(days * DAY)
          expect(lastTime(last, of, 'f', days * DAY)).toBe(last)
        },
      ),
    )
  })

  it('writes every instant as Date does', () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }), (at) => {
        const expected = new Date(at).toISOString()
        expect(isoTime(at)).toBe(expected)
        expect(isoDay(at)).toBe(expected.slice(0, 10))
      }),
      { numRuns: 5000 },
    )
  })

  it('writes instants and days in UTC', () => {
    expect(isoTime(0)).toBe('1970-01-01T00:00:00.000Z')
    expect(isoDay(86_399_999)).toBe('1970-01-01')
  })
})

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
