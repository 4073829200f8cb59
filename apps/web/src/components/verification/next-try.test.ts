import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextTryOf } from './next-try.ts'

const entry = (retry_after: number | null, verification_attempts = 1) => ({
  created_at: '2026-11-20T08:00:00.000Z',
  retry_after,
  verification_attempts,
})
const now = Date.parse('2026-11-20T08:05:00.000Z')

describe('the next try', () => {
  it('is a while after the first one, and due once that is over', () => {
    expect(nextTryOf(entry(360), now)).toEqual({ at: '2026-11-20T08:06:00.000Z' })
    expect(nextTryOf(entry(300), now)).toBe('due')
    expect(nextTryOf(entry(0), now)).toBe('due')
  })

  it('is some time later where there was more than one, and none where nothing is to be tried', () => {
    expect(nextTryOf(entry(1800, 2), now)).toBe('later')
    expect(nextTryOf(entry(null), now)).toBeUndefined()
    expect(nextTryOf(entry(null, 4), now)).toBeUndefined()
  })

  it('is never said to be in the past', () => {
    fc.assert(
      fc.property(fc.nat(90_000), fc.integer({ min: -90_000_000, max: 90_000_000 }), (wait, ahead) => {
        const next = nextTryOf(entry(wait), now + ahead)
        if (typeof next === 'object') expect(Date.parse(next.at)).toBeGreaterThan(now + ahead)
      }),
    )
  })
})
