import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonTokens } from './json-view.tsx'

const kinds = (text: string) =>
  jsonTokens(text)
    .filter(({ kind }) => kind !== 'mark')
    .map(({ kind, text: piece }) => `${kind} ${piece}`)

describe('jsonTokens', () => {
  it('distinguishes keys from strings, and recognizes numbers and words', () => {
    expect(kinds('{"a": "b: \\"c\\"", "n": [-1.5e3, true, null]}')).toEqual([
      'key "a"',
      'string "b: \\"c\\""',
      'key "n"',
      'number -1.5e3',
      'word true',
      'word null',
    ])
  })

  it('returns the text of any JSON, and any text', () => {
    const text = fc.oneof(
      fc.json().map((json) => JSON.stringify(JSON.parse(json), null, 2)),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(text, (json) => {
        expect(
          jsonTokens(json)
            .map((token) => token.text)
            .join(''),
        ).toBe(json)
      }),
    )
  })

  it('finds every key of an object once', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer())), (object) => {
        const keys = jsonTokens(JSON.stringify(object, null, 2)).filter(({ kind }) => kind === 'key')
        expect(keys.map(({ text }): unknown => JSON.parse(text))).toEqual(Object.keys(object))
      }),
    )
  })
})
