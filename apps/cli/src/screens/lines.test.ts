import { columns, glyphSets } from '@netbox/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unpainted } from '../output/terminal.ts'
import { fit, foldLines, keyLine } from './lines.ts'

const red = (text: string): string => `\u001b[31m${text}\u001b[39m`
const bare = (text: string): string => text.replaceAll(/\u001b\[[\d;]*m/g, '')

describe('fit', () => {
  it('shortens only lines that do not fit, and resets their color', () => {
    expect(fit(red('abc'), 3, '…')).toBe(red('abc'))
    expect(fit(`${red('abc')}def`, 4, '…')).toBe(`${red('abc')}…`)
    expect(fit(red('abcdef'), 4, '~')).toBe(red('abc~'))
  })

  it('counts wide characters as two columns, and combining marks as none', () => {
    expect(fit('日本語', 6, '…')).toBe('日本語')
    expect(fit('日本語', 5, '…')).toBe('日本…')
    expect(fit('日本語', 4, '…')).toBe('日…')
    expect(fit('e\u0301te\u0301', 3, '…')).toBe('e\u0301te\u0301')
  })

  it('never returns more columns than the limit', () =>
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.integer({ min: 1, max: 30 }), (a, b, width) => {
        const cut = bare(fit(red(bare(a)) + bare(b), width, '…'))
        expect(cut.length).toBe(Math.min(width, bare(a).length + bare(b).length))
      }),
    ))
})

describe('foldLines', () => {
  it('loses nothing of a text and keeps its line breaks', () =>
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 20 }), (text, width) => {
        const lines = foldLines(text, width)
        expect(lines.join('')).toBe(text.replaceAll('\n', ''))
        expect(lines.every((line) => Array.from(line).length <= width)).toBe(true)
      }),
    ))

  it('keeps an empty line', () => expect(foldLines('a\n\nbcd', 2)).toEqual(['a', '', 'bc', 'd']))
})

describe('keyLine', () => {
  const theme = { glyphs: glyphSets.unicode, paint: unpainted, ellipsis: '…', mode: 'fullscreen' as const }
  const hints = [
    ['r', 'again'],
    ['e', 'edit'],
    ['q', 'leave'],
  ] as const

  it('shows as many keys as fit, and always the last one', () => {
    expect(keyLine(hints, ['?', 'keys'], 60, theme)).toBe('○ r again   e edit   q leave   ? keys')
    expect(keyLine(hints, ['?', 'keys'], 30, theme)).toBe('○ r again   e edit   ? keys')
    expect(keyLine(hints, ['?', 'keys'], 9, theme)).toBe('○ ? keys')
  })

  it('fits every width that has space for the last key', () =>
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 60 }), (width) => {
        expect(columns(keyLine(hints, ['?', 'keys'], width, theme))).toBeLessThanOrEqual(width)
      }),
    ))
})
