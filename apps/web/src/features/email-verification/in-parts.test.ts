import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inParts, MOST_ADDRESSES, MOST_BYTES } from './verification-run.ts'

const list = (count: number, length: number): string[] =>
  Array.from({ length: count }, (_, at) => String(at).padEnd(length, 'ü'))

describe('the parts of a list', () => {
  it('are as few as possible', () => {
    expect(inParts([])).toEqual([])
    expect(inParts(list(MOST_ADDRESSES, 20)).map(({ length }) => length)).toEqual([MOST_ADDRESSES])
    expect(inParts(list(MOST_ADDRESSES + 1, 20)).map(({ length }) => length)).toEqual([MOST_ADDRESSES, 1])
  })

  it('contain every address once and in order, and no more than the service accepts in a request', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12_000 }), fc.integer({ min: 1, max: 400 }), (count, length) => {
        const emails = list(count, length)
        const parts = inParts(emails)
        expect(parts.flat()).toEqual(emails)
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(MOST_ADDRESSES)
          expect(new TextEncoder().encode(JSON.stringify({ emails: part })).length).toBeLessThan(MOST_BYTES + 20)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('contain an address that is too long by itself, which the service then refuses', () => {
    const long = 'x'.repeat(MOST_BYTES)
    expect(inParts(['a@b.example', long, 'c@d.example'])).toEqual([['a@b.example'], [long], ['c@d.example']])
  })
})
