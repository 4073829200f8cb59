import { describe, expect, it } from 'vitest'
import { recordTypeName, recordTypeNumber, recordTypes } from './record-types.ts'

describe('the table of record types', () => {
  it('has each number once, and both directions agree', () => {
    const numbers = Object.values(recordTypes).map(({ number }) => number)
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const [mnemonic, { number }] of Object.entries(recordTypes)) {
      expect(recordTypeName(number)).toBe(mnemonic)
      expect(recordTypeNumber(mnemonic.toLowerCase())).toBe(number)
      expect(recordTypeNumber(`type${number}`)).toBe(number)
    }
  })

  it.each(['ANY', 'OPT', 'AXFR', 'TYPE0', 'TYPE41', 'TYPE255', 'TYPE65536', 'TYPE', '65', 'constructor'])(
    'has no records of the type %s',
    (text) => expect(recordTypeNumber(text)).toBeUndefined(),
  )
})
