import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retryAfterOf } from './retry-after.ts'

describe('retryAfterOf', () => {
  it.each([
    ['Greylisted, please try again in 5 minutes', 300],
    ['Greylisted for 300 seconds', 300],
    ['4.7.1 Greylisting in effect, please come back in 00:04:57', 297],
    ['Try again after 1 hour', 3600],
    ['deferred; wait 90s', 90],
    ['come back 10 minutes later', 600],
    ['try again in at least 2 min', 120],
    ['Retry-After: 120', 120],
    ['retry after 60 secs', 60],
    ['Please retry in 0 seconds', 1],
    ['Try again in 900000 hours', 86_400],
  ])('reads %s', (text, seconds) => {
    expect(retryAfterOf(text)).toBe(seconds)
  })

  it.each(['Try again later', 'Greylisted', 'See RFC 6647 for 5 reasons', 'in 5 monkeys', 'queue id 5m3s', ''])(
    'returns nothing for a reply without a wait: %s',
    (text) => {
      expect(retryAfterOf(text)).toBeUndefined()
    },
  )

  it('is a whole number of seconds up to a day, or nothing, for any text', () => {
    const words = fc.constantFrom(
      'in',
      'after',
      'for',
      '5',
      '99999',
      'minutes',
      's',
      'hours',
      'later',
      ':',
      '00:10:00',
      'retry-after',
    )
    fc.assert(
      fc.property(fc.array(words), (said) => {
        const seconds = retryAfterOf(said.join(' '))
        if (seconds === undefined) return
        expect(Number.isInteger(seconds)).toBe(true)
        expect(seconds).toBeGreaterThanOrEqual(1)
        expect(seconds).toBeLessThanOrEqual(86_400)
      }),
    )
  })
})
