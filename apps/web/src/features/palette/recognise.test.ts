import { describe, expect, it } from 'vitest'
import { fittingTools } from './fitting-tools.ts'
import { recognise } from './recognise.ts'
import { splitQuery } from './split-query.ts'
import { queryOf, readTyped, settle } from './use-palette-query.ts'

const HEADERS = 'Received: from a.example by b.example; Fri, 20 Nov 2026 08:14:02 +0000\nFrom: Ana <ana@mail.example>'

describe('what was pasted', () => {
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

describe('the tools for it', () => {
  const categories = (text: string) => {
    const { subject } = splitQuery(text)
    return subject === undefined ? [] : fittingTools(subject).map(({ picker }) => picker?.category)
  }
  const ids = (text: string) => {
    const { subject } = splitQuery(text)
    return subject === undefined ? [] : fittingTools(subject).map(({ id }) => id)
  }

  it('are network tools first for an address, and no tool that takes only names', () => {
    expect(categories('203.0.113.42')[0]).toBe('network')
    expect(ids('203.0.113.42').slice(0, 5)).toEqual([
      'blacklist-check',
      'ptr-lookup',
      'arin-lookup',
      'ping-test',
      'geoip-lookup',
    ])
    expect(ids('203.0.113.42')).not.toContain('mx-record')
  })

  it('are DNS tools first for a domain', () => {
    expect(categories('mail.example').slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'dns'))
    // It would take any text.
    expect(ids('mail.example')).not.toContain('email-validation')
  })

  it('are email tools first for an address of somebody, and the analyzer for headers', () => {
    expect(ids('ana@mail.example')[0]).toBe('email-validation')
    expect(categories('ana@mail.example')[1]).toBe('email')
    expect(ids(HEADERS)).toEqual(['header-analyzer'])
  })

  it('are those that ask a port where one is named', () => {
    expect(ids('mx1.mail.example:25').slice(0, 2)).toEqual(['tcp-port-test', 'smtp-test'])
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

  it('finds the address that an error is about', () => {
    const error = '550 5.7.1 Service unavailable; Client host [203.0.113.9] blocked using zen.spamhaus.org'
    expect(splitQuery(error).subject).toEqual({ text: '203.0.113.9', kind: 'address' })
  })
})

describe('the field', () => {
  it('makes a token of an input when something follows it', () => {
    expect(settle('mail.example')).toEqual({ text: 'mail.example' })
    expect(settle('mail.example ')).toEqual({ token: { text: 'mail.example', kind: 'domain' }, text: '' })
    expect(settle('mx mail.exam')).toEqual({ text: 'mx mail.exam' })
  })

  it('makes one at once of what was pasted, and takes the words behind it as words', () => {
    const typed = readTyped('mail.example mx')
    expect(typed).toEqual({ token: { text: 'mail.example', kind: 'domain' }, text: 'mx' })
    expect(queryOf(typed)).toMatchObject({ words: 'mx' })
    expect(readTyped(HEADERS)).toEqual({ token: { text: HEADERS, kind: 'headers' }, text: '' })
  })
})
