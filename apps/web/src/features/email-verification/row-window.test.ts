import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROW_HEIGHT, rowAfterKey, rowWindow, scrollToRow } from './row-window.ts'

const view = fc.record({
  top: fc.nat(600_000),
  height: fc.integer({ min: 0, max: 1000 }),
  count: fc.nat(10_000),
})

describe('rowWindow', () => {
  it('contains every visible row, and few others', () => {
    fc.assert(
      fc.property(view, ({ top, height, count }) => {
        const { first, end } = rowWindow({ top, height, rowHeight: ROW_HEIGHT, count })
        expect(first >= 0 && end <= Math.max(count, first)).toBe(true)
        expect(end - first).toBeLessThan(height / ROW_HEIGHT + 16)
        for (let row = 0; row < count; row += 1) {
          const isSeen = row * ROW_HEIGHT < top + height && (row + 1) * ROW_HEIGHT > top
          if (isSeen && (row < first || row >= end)) throw new Error(`row ${row} is missing`)
        }
      }),
    )
  })
})

describe('scrollToRow', () => {
  it('brings the whole row into view, and does not scroll if it is visible', () => {
    const place = { top: 480, height: 384, rowHeight: ROW_HEIGHT }
    expect(scrollToRow(12, place)).toBe(480)
    expect(scrollToRow(3, place)).toBe(144)
    expect(scrollToRow(18, place)).toBe(528)
  })
})

describe('rowAfterKey', () => {
  it('moves within the list and ignores other keys', () => {
    expect(rowAfterKey('ArrowDown', 0, 3)).toBe(1)
    expect(rowAfterKey('ArrowDown', 2, 3)).toBe(2)
    expect(rowAfterKey('ArrowUp', 0, 3)).toBe(0)
    expect(rowAfterKey('End', 0, 10_000)).toBe(9999)
    expect(rowAfterKey('Home', 500, 10_000)).toBe(0)
    expect(rowAfterKey('PageDown', 0, 10_000)).toBe(7)
    expect(rowAfterKey('a', 0, 3)).toBeUndefined()
    expect(rowAfterKey('End', 0, 0)).toBeUndefined()
  })
})
