import { describe, expect, it } from 'vitest'
import { confidenceBand } from './confidence.ts'

describe('confidenceBand', () => {
  it('is high above 80, but not at 80', () => {
    expect(confidenceBand(100)).toBe('high')
    expect(confidenceBand(80.1)).toBe('high')
    expect(confidenceBand(80)).toBe('medium')
  })

  it('is medium above 50, but not at 50', () => {
    expect(confidenceBand(51)).toBe('medium')
    expect(confidenceBand(50)).toBe('low')
  })

  it('is low for everything else, including a missing number', () => {
    for (const confidence of [0, -1, Number.NaN]) expect(confidenceBand(confidence)).toBe('low')
  })
})
