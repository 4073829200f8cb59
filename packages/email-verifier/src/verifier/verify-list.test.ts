import { describe, expect, it } from 'vitest'
import { parseAddress } from '../syntax/parse-address.ts'
import { keyOf, seenBefore } from './verify-list.ts'

describe('seenBefore', () => {
  it('recognizes repeated keys, and forgets the oldest beyond its number', () => {
    const isRepeated = seenBefore(2)
    const seen = ['a', 'b', 'a', 'c', 'a', 'c', 'a', ''].map((key) => isRepeated(key))
    // Adding c drops a; adding a drops b.
    expect(seen).toEqual([false, false, true, false, false, true, true, true])
  })
})

describe('keyOf', () => {
  it('is the same for spellings of one address, and not for others', () => {
    const key = (email: string): string => keyOf(email, parseAddress(email))
    expect(key(' ana@BÜCHER.test')).toBe(key('ana@xn--bcher-kva.test'))
    expect(key('Ana@mail.test')).not.toBe(key('ana@mail.test'))
    expect(key('no address ')).toBe(key('no address'))
  })
})
