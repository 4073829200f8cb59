import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dkimPrivateKeyOf, dkimPublicKeyOf } from './dkim-keys.ts'
import { publishedDkimOf } from './policies.ts'
import { createWorld } from '../world.ts'

const publicKeyOf = (base64: string) =>
  createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })

describe('a DKIM key', () => {
  it('is read by other programs as an RSA key of the domain’s key length, and verifies signatures of its private half', () => {
    const lengths = new Set<number>()
    const data = Buffer.from('signed')
    fc.assert(
      fc.property(fc.string(), fc.domain(), (seed, domain) => {
        const world = createWorld(seed, 0)
        const { bits } = publishedDkimOf(world, domain)
        const key = publicKeyOf(dkimPublicKeyOf(world, domain))
        expect(key.asymmetricKeyType).toBe('rsa')
        expect(key.asymmetricKeyDetails).toEqual({ modulusLength: bits, publicExponent: 65_537n })
        const privateKey = createPrivateKey(dkimPrivateKeyOf(world, domain))
        expect(verify('sha256', data, key, sign('sha256', data, privateKey))).toBe(true)
        lengths.add(bits)
      }),
    )
    expect(lengths).toEqual(new Set([1024, 2048]))
  })

  it('is seldom the key of another domain', () => {
    const world = createWorld('k3f9', 0)
    const keys = Array.from({ length: 100 }, (_, index) => dkimPublicKeyOf(world, `shop${index}.example`))
    expect(new Set(keys).size).toBeGreaterThan(70)
  })
})
