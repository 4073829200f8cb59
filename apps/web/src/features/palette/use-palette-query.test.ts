import { describe, expect, it } from 'vitest'
import { queryOf, readTyped, settle } from './use-palette-query.ts'

const HEADERS = 'Received: from a.example by b.example; Fri, 20 Nov 2026 08:14:02 +0000\nFrom: Ana <ana@mail.example>'

describe('the field', () => {
  it('turns an input into a token when text follows it', () => {
    expect(settle('mail.example')).toEqual({ text: 'mail.example' })
    expect(settle('mail.example ')).toEqual({ token: { text: 'mail.example', kind: 'domain' }, text: '' })
    expect(settle('mx mail.exam')).toEqual({ text: 'mx mail.exam' })
  })

  it('turns pasted text into a token at once, and keeps the words after it as words', () => {
    const typed = readTyped('mail.example mx')
    expect(typed).toEqual({ token: { text: 'mail.example', kind: 'domain' }, text: 'mx' })
    expect(queryOf(typed)).toMatchObject({ words: 'mx' })
    expect(readTyped(HEADERS)).toEqual({ token: { text: HEADERS, kind: 'headers' }, text: '' })
  })
})
