import { describe, expect, it } from 'vitest'
import { countByState, perDay } from './stat-figures.ts'

describe('the days of a number', () => {
  const now = new Date('2026-11-20T08:00:00Z')

  it('end with the present one, and leave out what is older', () => {
    const times = ['2026-11-20T07:59:00Z', '2026-11-20T00:00:00Z', '2026-11-19T23:59:59Z', '2026-11-17T00:00:00Z']
    expect(perDay([...times, '2026-11-16T23:59:59Z'], 4, now)).toEqual([1, 0, 1, 2])
  })

  it('are all zero where nothing is, and for what can be no time', () => {
    expect(perDay([], 3, now)).toEqual([0, 0, 0])
    expect(perDay(['soon', '2026-11-21T00:00:00Z'], 3, now)).toEqual([0, 0, 0])
  })
})

describe('requests by state', () => {
  it('are counted under the words for them', () => {
    expect(countByState(['pending', 'failed', 'pending'])).toEqual([
      ['Pending', 2],
      ['Failed', 1],
    ])
    expect(countByState([])).toEqual([])
  })
})
