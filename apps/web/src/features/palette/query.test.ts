import { describe, expect, it } from 'vitest'
import { queryOf, readTyped, recognise, settle, splitQuery } from './query.ts'

const HEADERS = 'Received: from a.example by b.example; Fri, 20 Nov 2026 08:14:02 +0000\nFrom: Ana <ana@mail.example>'

describe('pasted text', () => {
  it.each([
    ['203.0.113.42', 'address'],
    ['2001:db8::1', 'address'],
    ['mail.example', 'domain'],
    ['https://shop.example/cart?x=1', 'domain'],
    ['bücher.example', 'domain'],
    ['shop.example:443', 'endpoint'],
    ['[2001:db8::1]:25', 'endpoint'],
    ['ana@mail.example', 'email'],
    [HEADERS, 'headers'],
    ['From: Ana <ana@mail.example>', 'headers'],
    ['mx', undefined],
    ['dns propagation', undefined],
    ['1.2.3', undefined],
    ['', undefined],
  ])('%j is %s', (text, kind) => {
    expect(recognise(text)).toBe(kind)
  })
})

describe('a query', () => {
  it.each(['mail.example mx', 'mx mail.example', 'npx netbox mx mail.example', '  mail.example   mx '])(
    'is an input and a word in %j',
    (text) => {
      expect(splitQuery(text)).toMatchObject({ subject: { text: 'mail.example', kind: 'domain' }, words: 'mx' })
    },
  )

  it('may be a whole command', () => {
    expect(splitQuery('npx netbox mx-record mail.example --seed k3f9 --scenario=mx-down')).toEqual({
      subject: { text: 'mail.example', kind: 'domain' },
      words: 'mx-record',
      seed: 'k3f9',
      scenario: 'mx-down',
    })
  })

  it('finds the address in an error', () => {
    const error = '550 5.7.1 Service unavailable; Client host [203.0.113.9] blocked using zen.spamhaus.org'
    expect(splitQuery(error).subject).toEqual({ text: '203.0.113.9', kind: 'address' })
  })
})

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
