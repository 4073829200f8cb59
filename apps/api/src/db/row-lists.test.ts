import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inPowersOfTwo, padded } from './row-lists.ts'

describe('padded', () => {
  it('fills up to a power of two with the last entry, and leaves nothing empty', () => {
    expect(padded([])).toEqual([])
    expect(padded(['a'])).toEqual(['a'])
    expect(padded(['a', 'b', 'c'])).toEqual(['a', 'b', 'c', 'c'])
    expect(padded([1, 2, 3, 4, 5])).toEqual([1, 2, 3, 4, 5, 5, 5, 5])
  })

  it('has eleven lengths for a thousand', () => {
    const lengths = Array.from(
      { length: 1000 },
      (_, index) => padded(Array.from({ length: index + 1 }, () => 0)).length,
    )
    expect(new Set(lengths).size).toBe(11)
  })
})

describe('inPowersOfTwo', () => {
  it('loses nothing, keeps the order and has few lengths', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 300 }), (items) => {
        const pieces = inPowersOfTwo(items)
        expect(pieces.flat()).toEqual(items)
        for (const { length } of pieces) expect(Number.isInteger(Math.log2(length))).toBe(true)
        expect(pieces.length).toBeLessThanOrEqual(9)
      }),
    )
  })
})
