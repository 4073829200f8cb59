import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId, fromUuid, isUuid, toUuid, drawFraction, newLetters, newSecret } from './random.ts'

const different = (letters: Iterable<string>): number => new Set(letters).size

it('generates ids of 26 characters, of 122 random bits, all different', () => {
  const ids = Array.from({ length: 1000 }, newId)
  expect(different(ids)).toBe(1000)
  for (const id of ids) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/)
  const digits = Array.from({ length: 26 }, (_, index) => different(ids.map((id) => id[index] ?? '')))
  // The first digit has three bits; two others contain the version and the variant.
  expect(digits).toEqual(digits.map((_, index) => ({ 0: 8, 10: 2, 13: 8 })[index] ?? 32))
})

it('generates every letter with equal probability', () => {
  const counts = new Map<string, number>()
  for (const letter of newLetters(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(62)
  // The expected number of each is a thousand; a difference of 300 would be nine standard deviations.
  for (const [letter, count] of counts) expect(Math.abs(count - 1000), letter).toBeLessThan(300)
})

it('generates secrets with the given number of random bytes', () => {
  const secrets = Array.from({ length: 1000 }, () => Buffer.from(newSecret(32), 'base64url'))
  for (const secret of secrets) expect(secret).toHaveLength(32)
  for (let index = 0; index < 32; index++)
    expect(different(secrets.map((secret) => String(secret[index])))).toBeGreaterThan(200)
})

const DRAWS = 10_000

it('generates numbers from 0 to 1, evenly', () => {
  const drawn = Array.from({ length: DRAWS }, drawFraction)
  expect(drawn.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true)
  for (const bound of [0.1, 0.5, 0.7, 0.9]) {
    const share = drawn.filter((fraction) => fraction < bound).length / DRAWS
    // Five standard deviations: a false alarm once in some million runs.
    expect(Math.abs(share - bound)).toBeLessThan(5 * Math.sqrt((bound * (1 - bound)) / DRAWS))
  }
})

describe('ids as UUIDs', () => {
  it('are of version 4 (RFC 9562), and can be converted back', () => {
    for (let round = 0; round < 500; round++) {
      const id = newId()
      expect(toUuid(id)).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
      expect(isUuid(toUuid(id))).toBe(true)
      expect(fromUuid(toUuid(id))).toBe(id)
      expect(fromUuid(toUuid(id).toUpperCase())).toBe(id)
    }
  })

  it('have exactly one UUID for each id', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(toUuid(fromUuid(uuid))).toBe(uuid)
      }),
    )
  })

  it('leaves names, and ids of more than 128 bits, unchanged', () => {
    for (const text of ['registration', '', 'z'.repeat(26), '8'.repeat(26)]) {
      expect(toUuid(text)).toBe(text)
      expect(fromUuid(text)).toBe(text)
    }
  })
})
