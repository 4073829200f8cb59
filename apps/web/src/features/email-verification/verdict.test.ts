import { describe, expect, it } from 'vitest'
import type { Phase } from './verification-state.ts'
import { tallyOf, verdictOf, worstTone } from './verification-results.ts'

const many = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([status, count]) => Array.from({ length: count }, () => ({ status })))

const said = (counts: Readonly<Record<string, number>>, phase: Phase = 'complete') =>
  verdictOf({ tally: tallyOf(many(counts)), phase })

describe('verdictOf', () => {
  it('describes the results in one sentence', () => {
    expect(said({ valid: 2, invalid: 1, suspicious: 1 }, 'verifying')).toBe('Two are good, one bounces')
    expect(said({ valid: 1, unconfirmed: 3 })).toBe('One is good, three are uncertain')
    expect(said({ invalid: 2, unreachable: 1 })).toBe('Two bounce, one is uncertain')
    expect(said({ 'catch-all': 1 })).toBe('One is uncertain')
    expect(said({ valid: 14, invalid: 300 })).toBe('14 are good, 300 bounce')
  })

  it('says so if all are alike, but only at the end', () => {
    expect(said({ valid: 1 })).toBe('The address is good')
    expect(said({ valid: 8 })).toBe('All eight are good')
    expect(said({ invalid: 3 })).toBe('All three bounce')
    expect(said({ valid: 8 }, 'verifying')).toBe('Eight are good')
  })

  it('says that there are no results', () => {
    expect(said({}, 'verifying')).toBe('Waiting for the first answer')
    expect(said({}, 'failed')).toBe('Nothing is known yet')
  })
})

describe('worstTone', () => {
  it('is the tone of the worst status', () => {
    expect(worstTone(tallyOf(many({ valid: 3, suspicious: 1 })))).toBe('warning')
    expect(worstTone(tallyOf(many({ valid: 3, invalid: 1 })))).toBe('critical')
    expect(worstTone(tallyOf(many({ valid: 3 })))).toBe('pass')
  })
})
