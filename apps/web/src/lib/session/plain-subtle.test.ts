import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainSubtle } from './plain-subtle.ts'

const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 })

describe('the plain derivation', () => {
  it('returns the same bits as a browser with TLS', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, bytes, fc.integer({ min: 1, max: 50 }), async (password, salt, iterations) => {
        const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(salt), iterations }
        const key = await crypto.subtle.importKey('raw', new Uint8Array(password), 'PBKDF2', false, ['deriveBits'])
        const wanted = await crypto.subtle.deriveBits(derivation, key, 256)
        const plain = await plainSubtle.importKey('raw', password)
        expect(new Uint8Array(await plainSubtle.deriveBits(derivation, plain, 256))).toEqual(new Uint8Array(wanted))
        const derived = await plainSubtle.deriveKey(derivation, plain, { length: 256 })
        expect(new Uint8Array(await plainSubtle.exportKey('raw', derived))).toEqual(new Uint8Array(wanted))
      }),
    )
  })
})
