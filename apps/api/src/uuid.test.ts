import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from './random.ts'
import { fromUuid, isUuid, toUuid } from './uuid.ts'

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
