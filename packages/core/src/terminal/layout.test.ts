import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clip, columns, table, wrap } from './layout.ts'

describe('layout', () => {
  it('breaks text within the width and loses nothing but spaces', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 60 }), (text, width) => {
        const lines = wrap(text, width)
        for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(width)
        expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
      }),
    )
  })

  it('cuts with an ellipsis only where something is left out', () => {
    expect(clip('abcdef', 6)).toBe('abcdef')
    expect(clip('abcdefg', 6)).toBe('abcde…')
  })

  it('counts combining accents as no column', () => {
    expect(columns('São'.normalize('NFD'))).toBe(3)
  })

  it('aligns columns, numbers to the right', () => {
    const rows = [
      [{ text: '1', right: true }, { text: 'short' }, { text: 'x' }],
      [{ text: '100', right: true }, { text: 'longer one' }, { text: 'y' }],
    ]
    expect(table(rows, 80)).toEqual(['  1  short       x', '100  longer one  y'])
  })

  it('marks a row whose last cells do not fit', () => {
    const cells = ['first', 'second', 'third'].map((text) => ({ text }))
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 40 }), (width) => {
        const [row = ''] = table([cells], width)
        expect(columns(row)).toBeLessThanOrEqual(width)
        if (row !== 'first  second  third') expect(row).toMatch(/…$/)
      }),
    )
  })
})
