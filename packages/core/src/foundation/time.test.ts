import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entity } from './mapping.ts'
import { DAY, isoDay, isoTime, lastTime } from './time.ts'

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
