import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv } from './csv-reader.ts'

const letters = (value: string) => value.replace(/[^ab]/g, '')

describe('readCsv', () => {
  it('reads rows with any line ending, with or without a last one', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(readCsv(`a,b${end}c,d`)).toEqual([
        ['a', 'b'],
        ['c', 'd'],
      ])
      expect(readCsv(`a,b${end}c,d${end}`)).toHaveLength(2)
    }
  })

  it('reads quoted cells with separators, quotes and line breaks in them', () => {
    expect(readCsv('"a,b","say ""no""","two\r\nlines"\n')).toEqual([['a,b', 'say "no"', 'two\r\nlines']])
  })

  it('skips a byte order mark', () => {
    expect(readCsv('\uFEFFemail,name\n')).toEqual([['email', 'name']])
  })

  it('finds semicolons and tabs as separators, but not inside quotes', () => {
    expect(readCsv('a;b\nc;d')[1]).toEqual(['c', 'd'])
    expect(readCsv('a\tb\nc\td')[1]).toEqual(['c', 'd'])
    expect(readCsv('"a,b";c')).toEqual([['a,b', 'c']])
  })

  it('skips the first line of Excel, which names the separator', () => {
    expect(readCsv('\uFEFFsep=;\r\na,b;c\n')).toEqual([['a,b', 'c']])
    expect(readCsv('"sep=|"\na;b|c')).toEqual([['a;b', 'c']])
    expect(readCsv('sep=x\na')).toEqual([['sep=x'], ['a']])
  })

  it('keeps empty cells, even at the end of the text', () => {
    expect(readCsv('a,,c\n,\n')).toEqual([
      ['a', '', 'c'],
      ['', ''],
    ])
    expect(readCsv('a,')).toEqual([['a', '']])
  })

  it('reads an unclosed quote to the end', () => {
    expect(readCsv('"a,b\nc')).toEqual([['a,b\nc']])
  })

  it('keeps the text after a closing quote', () => {
    expect(readCsv('"a"b,c')).toEqual([['ab', 'c']])
  })

  it('has no rows in an empty text', () => {
    expect(readCsv('')).toEqual([])
  })

  it('loses no character except quotes, separators and line breaks', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '"', ',', ';', '\t', '\r', '\n') }), (text) => {
        expect(letters(readCsv(text).flat().join(''))).toBe(letters(text))
      }),
      { numRuns: 500 },
    )
  })
})
