import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvFileName, toCsv, unguarded } from './csv.ts'
import type { EmailVerificationResult } from './email-verification-result.ts'

const result: EmailVerificationResult = {
  email: 'ana@mail.example',
  status: 'valid',
  confidence: 95,
  provider: 'Zoho',
  smtp_server: 'mx1.mail.example',
  smtp_response_code: 250,
  smtp_response_message: '2.1.5 ok, "accepted"',
  verification_attempts: 2,
}
const date = new Date('2026-11-20T08:00:00Z')

// A separate reader (RFC 4180, only CRLF ends a line), so that the test does not depend on the product's reader.
function parse(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let rest = text
  while (rest !== '') {
    const [token, quoted, bare = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/.exec(rest) ?? []
    if (token === undefined) throw new Error(`not RFC 4180: ${JSON.stringify(rest)}`)
    row.push(quoted?.replaceAll('""', '"') ?? bare)
    if (token.endsWith('\n')) {
      rows.push(row)
      row = []
    }
    rest = rest.slice(token.length)
  }
  return rows
}

const written = (value: string) => parse(`${csvCell(value)}\r\n`)[0]?.[0]

const bare = (text: string) => text.replace(/^'+/, '')

const formulaCharacters = '=+-@\t\r＝＋－＠'
const nasty = fc.string({
  unit: fc.constantFrom(...Array.from(`${formulaCharacters}"',;\n \u00A0\u200B\uFEFFabcé😀`)),
})
const cells = fc.oneof(nasty, fc.string({ unit: fc.nat(0xd7ff).map((code) => String.fromCodePoint(code)) }))

describe('csvCell', () => {
  it('defuses every formula character at the start of a cell', () => {
    for (const character of formulaCharacters) {
      expect(written(`${character}SUM(A1)`)).toBe(`'${character}SUM(A1)`)
    }
  })

  it('defuses a formula after blanks and invisible characters', () => {
    for (const blank of [' ', '   ', '\u00A0', '\u3000', '\u200B', '\uFEFF', ' \t', '\n', '\0']) {
      expect(written(`${blank}=1+1`)).toBe(`'${blank}=1+1`)
    }
  })

  it('leaves a formula character inside a cell unchanged', () => {
    expect(csvCell('ana+news@mail.example')).toBe('ana+news@mail.example')
    expect(csvCell('a-b=c')).toBe('a-b=c')
  })

  it('quotes separators of every locale, quotes, line breaks and outer blanks', () => {
    expect(csvCell('a,b')).toBe('"a,b"')
    expect(csvCell('a;=1')).toBe('"a;=1"')
    expect(csvCell('say "no"')).toBe('"say ""no"""')
    expect(csvCell('a\nb')).toBe('"a\nb"')
    expect(csvCell(' a')).toBe('" a"')
    expect(csvCell('a ')).toBe('"a "')
  })

  it('writes numbers plainly and nothing for missing values', () => {
    expect(csvCell(250)).toBe('250')
    expect(csvCell(0)).toBe('0')
    expect(csvCell(null)).toBe('')
    expect(csvCell(undefined)).toBe('')
  })

  it('never begins with a formula character, quoted or not', () => {
    fc.assert(
      fc.property(cells, (value) => {
        const shown = csvCell(value).replace(/^"/, '').trimStart()
        expect(formulaCharacters).not.toContain(shown.charAt(0) || 'x')
      }),
      { numRuns: 1000 },
    )
  })

  it('can be undone', () => {
    fc.assert(
      fc.property(cells, (value) => {
        fc.pre(!value.startsWith("'"))
        expect(unguarded(written(value) ?? '')).toBe(value)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('toCsv', () => {
  it('writes the columns of the specification and one line per result', () => {
    expect(toCsv([result], { date }).text).toBe(
      'Email,Status,Confidence,Provider,SMTP Server,Response Code,Response Message,Attempts\r\n' +
        'ana@mail.example,valid,95,Zoho,mx1.mail.example,250,"2.1.5 ok, ""accepted""",2\r\n',
    )
  })

  it('counts one attempt if the service returns none', () => {
    const text = toCsv([{ email: 'a@b.example', status: 'unreachable', confidence: 0 }], { date }).text
    expect(text.split('\r\n')[1]).toBe('a@b.example,unreachable,0,,,,,1')
  })

  it('marks a simulated result in its message', () => {
    const made = { email: 'a@b.example', status: 'valid', confidence: 95, simulated: true }
    const { text } = toCsv([{ ...made, smtp_response_message: '2.1.5 Ok' }, made], { date })
    expect(text.split('\r\n').slice(1, 3)).toEqual([
      'a@b.example,valid,95,,,,Simulated: 2.1.5 Ok,1',
      'a@b.example,valid,95,,,,Simulated,1',
    ])
  })

  it('is read back with the same cells', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cells, cells, cells, cells, fc.nat())), (rows) => {
        const results = rows.map(([email, provider, server, message, code]) => ({
          ...result,
          email,
          provider,
          smtp_server: server,
          smtp_response_message: message,
          smtp_response_code: code,
        }))
        const [head, ...body] = parse(toCsv(results, { date }).text)
        expect(head).toHaveLength(8)
        const read = body.map((row) => row.map(bare))
        expect(read).toEqual(
          rows.map(([email, provider, server, message, code]) => [
            bare(email),
            'valid',
            '95',
            bare(provider),
            bare(server),
            String(code),
            bare(message),
            '2',
          ]),
        )
      }),
    )
  })

  it('names the file after the UTC day', () => {
    expect(toCsv([], { date }).fileName).toBe('email-verification-2026-11-20.csv')
    expect(csvFileName(new Date('2026-01-01T00:30:00+02:00'))).toBe('email-verification-2025-12-31.csv')
  })

  it('refuses an invalid date', () => {
    expect(() => csvFileName(new Date('yesterday'))).toThrow(RangeError)
  })
})
