import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampOffset, type Move, scrolled, windowOf } from './scroll.ts'

const moves: readonly Move[] = ['up', 'down', 'pageUp', 'pageDown', 'home', 'end']
const sizes = { count: fc.nat(200), room: fc.integer({ min: 1, max: 60 }) }

describe('scrolled', () => {
  it('moves by a line, by a page that keeps one line in view, and to both ends', () => {
    expect(scrolled(4, 'up', 40, 10)).toBe(3)
    expect(scrolled(4, 'down', 40, 10)).toBe(5)
    expect(scrolled(4, 'pageDown', 40, 10)).toBe(13)
    expect(scrolled(20, 'pageUp', 40, 10)).toBe(11)
    expect(scrolled(20, 'home', 40, 10)).toBe(0)
    expect(scrolled(20, 'end', 40, 10)).toBe(30)
  })

  it('never moves beyond the text, with any keys and window size', () =>
    fc.assert(
      fc.property(fc.record(sizes), fc.array(fc.constantFrom(...moves), { maxLength: 30 }), ({ count, room }, keys) => {
        const offset = keys.reduce((at, move) => scrolled(at, move, count, room), 0)
        expect(offset).toBeGreaterThanOrEqual(0)
        expect(offset).toBeLessThanOrEqual(Math.max(0, count - room))
      }),
    ))

  it('reaches every line by pages', () =>
    fc.assert(
      fc.property(fc.record(sizes), ({ count, room }) => {
        const seen = new Set<number>()
        for (let at = 0, before = -1; at !== before; before = at, at = scrolled(at, 'pageDown', count, room))
          for (let line = at; line < Math.min(count, at + room); line++) seen.add(line)
        expect(seen.size).toBe(count)
      }),
    ))
})

describe('clampOffset', () => {
  it('shows the end of the text again when the window has grown', () => {
    expect(clampOffset(30, 40, 10)).toBe(30)
    expect(clampOffset(30, 40, 25)).toBe(15)
    expect(clampOffset(30, 40, 60)).toBe(0)
  })
})

describe('windowOf', () => {
  it('shows all of a short list', () => expect(windowOf(3, 2, 10)).toEqual([0, 3]))

  it('keeps the selected entry in the middle, and the window full', () => {
    expect(windowOf(25, 0, 7)).toEqual([0, 7])
    expect(windowOf(25, 12, 7)).toEqual([9, 16])
    expect(windowOf(25, 24, 7)).toEqual([18, 25])
  })

  it('shows the selected entry in any case', () => {
    for (let selected = 0; selected < 25; selected++) {
      const [from, to] = windowOf(25, selected, 1)
      expect([from, to]).toEqual([selected, selected + 1])
    }
  })
})
