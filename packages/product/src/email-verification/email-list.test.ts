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

  it('accounts for every line that is not blank', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'B', '@', '.', ' ') })), (lines) => {
        const { emails, duplicates } = parseEmailList(lines.join('\r\n'))
        expect(emails.length + duplicates).toBe(lines.filter((line) => line.trim() !== '').length)
        expect(new Set(emails).size).toBe(emails.length)
      }),
    )
  })
})

describe('parseUploadedList', () => {
  it('reads a text file by line, including commas', () => {
    const list = parseUploadedList({ type: 'text/plain', text: 'a@x.example,1\nb@x.example' })
    expect(list.emails).toEqual(['a@x.example,1', 'b@x.example'])
  })

  it('takes the first column of a CSV file without headings', () => {
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
