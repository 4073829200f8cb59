import { createPublicKey } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dkimKeyOf } from './dkim-keys.ts'
import { entity } from './mapping.ts'

describe('a DKIM key', () => {
  it.each([1024, 2048] as const)('is read by other programs as an RSA key of %i bits', (bits) => {
    fc.assert(
      fc.property(fc.integer(), fc.domain(), (world, domain) => {
        const der = Buffer.from(dkimKeyOf(entity(world, 'dkim-key', domain), bits), 'base64')
        const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey({ key: der, format: 'der', type: 'spki' })
        expect(asymmetricKeyType).toBe('rsa')
        expect(asymmetricKeyDetails).toEqual({ modulusLength: bits, publicExponent: 65_537n })
      }),
    )
  })

  it('is another one for another domain', () => {
    const keys = ['a.example', 'b.example'].map((domain) => dkimKeyOf(entity(7, 'dkim-key', domain), 2048))
    expect(new Set(keys).size).toBe(2)
  })
})
