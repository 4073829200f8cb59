import { describe, expect, it } from 'vitest'
import { agoText } from './checked-ago.tsx'

describe('how long ago it was asked', () => {
  it.each([
    [-5, 'checked just now'],
    [4999, 'checked just now'],
    [5000, 'checked 5 s ago'],
    [59_999, 'checked 55 s ago'],
    [60_000, 'checked 1 min ago'],
    [3_600_000, 'checked 60 min ago'],
  ])('%d ms are "%s"', (milliseconds, text) => {
    expect(agoText(milliseconds)).toBe(text)
  })
})
