import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headersInput, UNKNOWN_SENDER } from './header-analyzer.input.ts'
import { parseMailDate } from './header-analyzer.route.ts'

const canonical = (text: string) => headersInput.parse(text)?.canonical
const domainOf = (from: string) => headersInput.parse(`From: ${from}`)?.value.domain

const line = fc.oneof(
  fc.constantFrom(
    '',
    ' folded',
    '\tfolded',
    'Subject:',
    'From: ana@mail.example',
    'Received: from a by b;',
    ':',
    'http://mail.example',
    'X-Long:',
  ),
  fc.tuple(fc.stringMatching(/^[A-Za-z-]{1,9}$/), fc.string()).map(([name, value]) => `${name}: ${value}`),
  fc.string({ unit: 'binary' }),
)
const block = fc.tuple(fc.array(line), fc.constantFrom('\n', '\r\n', '\r')).map(([lines, end]) => lines.join(end))

describe('a header block', () => {
  it('is read from any text without throwing, and its canonical form is read as itself', () => {
    fc.assert(
      fc.property(fc.oneof(block, fc.string({ unit: 'binary' })), (text) => {
        const once = canonical(text)
        expect(once === undefined || canonical(once) === once).toBe(true)
      }),
    )
  })

  // Work that grew with the square of the text would go on for minutes, far beyond the time limit of a test.
  it.each(['a', ':', 'a:\n', ' \n', '<', '@', 'From: <', 'From: a@b.example\n', '\n a'])(
    'is read from a megabyte of %j, and its canonical form is read as itself',
    (unit) => {
      const once = canonical(`From: ${unit.repeat(1_000_000 / unit.length)}`)
      expect(once === undefined || canonical(once) === once).toBe(true)
    },
  )

  it('gives the domain of its sender, whatever stands around it', () => {
    expect(domainOf('Ana <ana@Mail.Example>')).toBe('mail.example')
    expect(domainOf('"ben@harbour.example" <ana@mail.example>')).toBe('mail.example')
    expect(domainOf('ana@mail.example (Ana)')).toBe('mail.example')
    expect(domainOf('<ana@mail.example')).toBe('mail.example')
    expect(domainOf('Ana')).toBe(UNKNOWN_SENDER)
    expect(domainOf('ana@localhost')).toBe(UNKNOWN_SENDER)
  })

  it('ends at the first blank line, where the body starts', () => {
    expect(canonical('Subject: one\n\nFrom: ben@harbour.example')).toBe('Subject: one')
  })
})

describe('a date in a header', () => {
  it('is read with its zone and without', () => {
    expect(parseMailDate('Thu, 1 Jan 2026 02:00:05 +0200 (EET)')).toBe(Date.UTC(2026, 0, 1, 0, 0, 5))
    expect(parseMailDate('31 Dec 2025 19:30 -0430')).toBe(Date.UTC(2026, 0, 1))
    expect(parseMailDate('Thu, 1 Jan 2026 00:00:00 GMT')).toBe(Date.UTC(2026, 0, 1))
  })

  it('is not made up where there is none', () => {
    for (const text of ['', 'yesterday', '1 Foo 2026 00:00:00 +0000', '2026-01-01T00:00:00Z'])
      expect(parseMailDate(text)).toBeUndefined()
  })
})
