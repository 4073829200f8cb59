import { glyphSets } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { unpainted } from '../output/terminal.ts'
import { lineOf } from './edit.ts'
import { fieldLine, placeCursor, visible } from './field.ts'

describe('visible', () => {
  it('shows the part of a long line with the cursor', () => {
    expect(visible(lineOf('abcdefghij'), 5)).toEqual({ before: 'ghij', at: ' ', after: '' })
    expect(visible({ text: 'abcdefghij', cursor: 0 }, 5)).toEqual({ before: '', at: 'a', after: 'bcde' })
  })

  it('shows line breaks as spaces', () => expect(visible(lineOf('a\nb'), 9).before).toBe('a b'))
})

describe('fieldLine', () => {
  const field = { node: '■', label: 'Domain Name', placeholder: 'example.com' }
  const theme = { glyphs: glyphSets.unicode, paint: unpainted, ellipsis: '…' }

  it('shows the placeholder behind the cursor until text is typed', () => {
    const full = { ...theme, mode: 'fullscreen' as const }
    expect(fieldLine(full, { ...field, line: lineOf('') }, 80)).toBe('■ Domain Name: \u001b[7m \u001b[27mexample.com')
    expect(fieldLine(full, { ...field, line: lineOf('a') }, 80)).toBe('■ Domain Name: a\u001b[7m \u001b[27m')
  })

  it('shows no cursor while another part has the focus', () => {
    const idle = { ...field, isIdle: true }
    const full = { ...theme, mode: 'fullscreen' as const }
    expect(fieldLine(full, { ...idle, line: lineOf('mail.example') }, 80)).toBe('■ Domain Name: mail.example')
    expect(fieldLine(full, { ...idle, line: lineOf('') }, 80)).toBe('■ Domain Name: example.com')
  })

  it('is read aloud as its text, without a drawn cursor or an example', () =>
    expect(fieldLine({ ...theme, mode: 'screen-reader' }, { ...field, line: lineOf('') }, 80)).toBe('Domain Name: '))
})

describe('placeCursor', () => {
  const theme = { glyphs: glyphSets.unicode, paint: unpainted, ellipsis: '…', mode: 'fullscreen' } as const
  const field = (text: string, cursor: number) =>
    fieldLine(theme, { node: '■', label: 'Name', placeholder: 'x', line: { text, cursor } }, 80)

  it('finds the column and row of the cursor, and removes its mark', () => {
    expect(placeCursor(['title', field('ab', 1), ''])).toEqual({
      lines: ['title', '■ Name: ab', ''],
      cursor: { x: 9, y: 1 },
    })
  })

  it('counts wide characters as two columns', () =>
    expect(placeCursor([field('日本x', 2)]).cursor).toEqual({ x: 12, y: 0 }))

  it('finds no cursor on a screen without a field', () =>
    expect(placeCursor(['a', 'b'])).toEqual({ lines: ['a', 'b'], cursor: undefined }))
})
