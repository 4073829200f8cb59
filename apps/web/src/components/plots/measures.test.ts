import { describe, expect, it } from 'vitest'
import { fromNow, inMilliseconds, inSeconds, toMinute } from './measures.ts'

const now = '2026-11-20T08:14:02.000Z'

describe('measures', () => {
  it('writes seconds without trailing zeros', () => {
    expect(inSeconds(10_000)).toBe('10 s')
    expect(inSeconds(310)).toBe('0.31 s')
    expect(inSeconds(1349)).toBe('1.3 s')
  })

  it('writes milliseconds like the figures', () => {
    expect(inMilliseconds(84.44)).toBe('84.4')
    expect(inMilliseconds(112.4)).toBe('112')
  })

  it('returns the time to an instant, in a unit for planning', () => {
    expect(fromNow('2027-01-27T08:14:02Z', now)).toBe('in 68 days')
    expect(fromNow('2019-03-16T16:54:09Z', now)).toBe('7 years ago')
    expect(fromNow('2026-11-20T08:39:28Z', now)).toBe('in 25 minutes')
    expect(fromNow('2026-11-19T07:00:00Z', now)).toBe('1 day ago')
    expect(fromNow(now, now)).toBe('now')
    expect(fromNow('2027-05-20T08:14:02Z', now)).toBe('in 6 months')
  })

  it('writes an instant to the minute', () => {
    expect(toMinute(now)).toBe('2026-11-20 08:14')
  })
})
