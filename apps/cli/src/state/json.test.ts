import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldsOf, parseJson } from './json.ts'

describe('parseJson', () => {
  it('reads every JSON value', () => {
    fc.assert(fc.property(fc.json(), (text) => isDeepStrictEqual(parseJson(text), JSON.parse(text))))
  })

  it.each(['', '{', 'undefined', "{'a': 1}", '{"a": 1} {'])('recognizes %j as invalid', (text) => {
    expect(parseJson(text)).toBeUndefined()
  })
})

describe('fieldsOf', () => {
  it('returns the fields of an object, and none of other values', () => {
    expect(fieldsOf({ a: 1 }).get('a')).toBe(1)
    for (const value of [undefined, null, 7, 'text', []]) expect(fieldsOf(value).size).toBe(0)
  })
})
