import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'
import { parseEmailList } from './email-list.ts'
import { parseUploadedList } from './uploaded-list.ts'

const csv = (text: string) => parseUploadedList({ type: 'text/csv', text }).emails

describe('parseEmailList', () => {
  it('splits by line, trims and ignores blank lines', () => {
    const { emails } = parseEmailList('  a@x.example \r\n\r\n\tb@x.example\n   \nc@x.example\rd@x.example\n')
    expect(emails).toEqual(['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'])
  })

  it('finds nothing in a blank text', () => {
    for (const text of ['', ' ', '\r\n\r\n', '\uFEFF']) expect(parseEmailList(text).emails).toEqual([])
  })

  it('drops a byte order mark', () => {
    expect(parseEmailList('\uFEFFa@x.example').emails).toEqual(['a@x.example'])
  })

  it('keeps the first of repeated addresses and counts the rest', () => {
    expect(parseEmailList('a@X.example\nb@x.example\na@x.EXAMPLE\na@x.example')).toEqual({
      emails: ['a@X.example', 'b@x.example'],
      duplicates: 2,
    })
  })

  it('distinguishes addresses that differ in the case before the at sign', () => {
    expect(parseEmailList('Ana@x.example\nana@x.example').duplicates).toBe(0)
  })

  it('keeps invalid addresses for the verification to judge', () => {
    expect(parseEmailList('not an address\nNot an address').emails).toHaveLength(2)
  })

  it('splits lines with several addresses, and takes addresses out of names, links and comments', () => {
    for (const [line = '', ...emails] of [
      ['a@x.example, b@x.example;c@x.example\td@x.example', 'a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'],
      ['a@x.example b@x.example', 'a@x.example', 'b@x.example'],
      ['Ana <a@x.example>', 'a@x.example'],
      ['"Ruiz, Ana" <a@x.example>, Bo <b@x.example>', 'a@x.example', 'b@x.example'],
      ['Ruiz, Ana <a@x.example>', 'a@x.example'],
      ['<a@x.example>', 'a@x.example'],
      ['"a@x.example"', 'a@x.example'],
      ['mailto:a@x.example?subject=Hello', 'a@x.example'],
      ['<MAILTO:a@x.example>', 'a@x.example'],
      ['a@x.example (Ana)', 'a@x.example'],
      ['\u200ba@x.\u2060example\u200b', 'a@x.example'],
      ['"ana, maria"@x.example', '"ana, maria"@x.example'],
      ['a@نامه\u200cای.com', 'a@نامه\u200cای.com'],
    ])
      expect(parseEmailList(line).emails, line).toEqual(emails)
  })

  it('does not repair a blank inside an address', () => {
    expect(parseEmailList('ana ruiz@x.example').emails).toEqual(['ana ruiz@x.example'])
  })

  it('finds no address in invisible characters', () => {
    expect(parseEmailList('\u200b\n\ufeff \u200b').emails).toEqual([])
  })

  // Quadratic parsing would take minutes here, far beyond the time limit of a test.
  it.each(['"', '<', '(', 'a@', '@,', '"\\', ' @'])('reads a megabyte of %j', (unit) => {
    expect(parseEmailList(`${unit.repeat(500_000)}@`).emails.length).toBeGreaterThan(0)
  })

  it('has an address for every line that is not blank', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'B', '@', '.', ' ') })), (lines) => {
        const { emails, duplicates } = parseEmailList(lines.join('\r\n'))
        expect(emails.length + duplicates).toBeGreaterThanOrEqual(lines.filter((line) => line.trim() !== '').length)
        expect(new Set(emails).size).toBe(emails.length)
      }),
    )
  })
})

describe('parseUploadedList', () => {
  it('reads a text file by line', () => {
    const list = parseUploadedList({ type: 'text/plain', text: 'a@x.example,1\nb@x.example' })
    expect(list.emails).toEqual(['a@x.example', 'b@x.example'])
  })

  it.each([
    ['of Google', 'Name,E-mail 1 - Type,E-mail 1 - Value\nAna,Home,a@x.example\nBo,Work,b@x.example ::: c@x.example\n'],
    ['of other programs', 'id,user_email\n1,a@x.example\n2,b@x.example\n,\n3,c@x.example'],
    ['in two words', 'Company;Contact Email\nMail;a@x.example\nBo @ Harbour;b@x.example\nShop;c@x.example'],
    ['in French', 'Nom;Courriel\nAna;a@x.example\nBo;b@x.example\nEva;c@x.example\nMax;\n'],
    ['of Excel', 'sep=;\r\nName;Courriel\r\n"Ruiz, Ana";a@x.example\r\nBo;b@x.example\r\nEva;c@x.example\r\n'],
    ['after an empty row', ',,\n\nName,Email\nAna,a@x.example\nBo,"b@x.example;c@x.example"\n'],
    ['in a single column', 'Courriel\na@x.example\nb@x.example\n\nc@x.example\n'],
    ['in one row', 'a@x.example,b@x.example,c@x.example\n'],
  ])('finds the column of addresses %s', (_, text) => {
    expect(csv(text)).toEqual(['a@x.example', 'b@x.example', 'c@x.example'])
  })

  it('takes the first column of a CSV file without headings and at signs', () => {
    expect(csv('ana,1\nbo,2\n')).toEqual(['ana', 'bo'])
  })

  it('needs no headings', () => {
    expect(csv('a@x.example,Ana\r\n"b@x.example","Bo, Jr"\r\n')).toEqual(['a@x.example', 'b@x.example'])
  })

  it('reads the column with the heading email, in any spelling', () => {
    for (const heading of ['email', 'Email', '"E-Mail"', 'EMAIL ADDRESS', 'emails']) {
      expect(csv(`\uFEFFName,${heading}\nAna,a@x.example\nBo\n`)).toEqual(['a@x.example'])
    }
  })

  it('reads files separated by semicolons', () => {
    expect(csv('Name;Email\nAna;a@x.example\n')).toEqual(['a@x.example'])
  })

  it('does not lose the addresses after an unclosed quote', () => {
    expect(csv('a@x.example\n"b@x.example\nc@x.example')).toEqual(['a@x.example', 'b@x.example', 'c@x.example'])
  })

  it('finds nothing in an empty file', () => {
    expect(csv('')).toEqual([])
  })

  it('reads our own export back, without the apostrophes', () => {
    const date = new Date('2026-01-01T00:00:00Z')
    const emails = ['+a@x.example', '-b@x.example', 'c@x.example']
    const { text } = toCsv(
      emails.map((email) => ({ email, status: 'valid', confidence: 95 })),
      { date },
    )
    expect(csv(text)).toEqual(emails)
  })
})
