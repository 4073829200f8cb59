import { createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ZoneKeyId } from '../names/dnssec.ts'
import { dnskeyOf, dsOf, zonePrivateKeyOf } from './zone-keys.ts'

const keysOf = (algorithm: ZoneKeyId['algorithm'], count: number): ZoneKeyId[] =>
  Array.from({ length: count }, (_, number) => ({ algorithm, number }))

const all = [...keysOf('RSASHA256', 276), ...keysOf('ECDSAP256SHA256', 16), ...keysOf('ED25519', 16)]

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** Reads the public key of a DNSKEY record in its algorithm's format: RFC 3110, RFC 6605 and RFC 8080. */
const jwkOf = (algorithm: number, key: Uint8Array): JsonWebKey => {
  if (algorithm === 15) return { kty: 'OKP', crv: 'Ed25519', x: base64url(key) }
  if (algorithm === 13)
    return { kty: 'EC', crv: 'P-256', x: base64url(key.subarray(0, 32)), y: base64url(key.subarray(32)) }
  const end = 1 + (key[0] ?? 0)
  return { kty: 'RSA', e: base64url(key.subarray(1, end)), n: base64url(key.subarray(end)) }
}

describe('the keys of zones', () => {
  it('verify what their private halves sign, every one of them', () => {
    const data = Buffer.from('signed')
    for (const id of all) {
      const { algorithm, publicKey } = dnskeyOf(id)
      const key = createPublicKey({ key: jwkOf(algorithm, publicKey), format: 'jwk' })
      const digest = algorithm === 15 ? null : 'sha256'
      const signature = sign(digest, data, createPrivateKey(zonePrivateKeyOf(id)))
      expect(verify(digest, data, key, signature), `${id.algorithm} ${id.number}`).toBe(true)
    }
  })

  it('have tags that distinguish a key from the previous one', () => {
    for (const id of all) {
      const next = dnskeyOf({ ...id, number: id.number + 1 })
      expect(dnskeyOf(id).keyTag, `${id.algorithm} ${id.number}`).not.toBe(next.keyTag)
    }
  })

  it('are written as in zone files', () => {
    for (const id of all) {
      const { text, rdata, flags, algorithm, publicKey } = dnskeyOf(id)
      expect(text).toBe(`257 3 ${algorithm} ${Buffer.from(publicKey).toString('base64')}`)
      expect(rdata).toEqual(new Uint8Array([flags >> 8, flags & 255, 3, algorithm, ...publicKey]))
    }
  })
})

describe('the DS record of a key', () => {
  it.each([
    [
      'RFC 4509, section 2.3',
      'dskey.example.com.',
      '256 3 5 AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==',
      '60485 5 2 D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A',
    ],
    [
      'RFC 6605, section 6.1',
      'example.net.',
      '257 3 13 GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==',
      '55648 13 2 B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17',
    ],
    [
      'RFC 8080, section 6.1',
      'example.com.',
      '257 3 15 l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=',
      '3613 15 2 3AA5AB37EFCE57F737FC1627013FEE07BDF241BD10F3B1964AB55C78E79A304B',
    ],
  ])('equals the example in %s', (_, zone, dnskey, ds) => {
    const [flags, protocol, algorithm, key = ''] = dnskey.split(' ')
    const rdata = [Number(flags) >> 8, Number(flags) & 255, Number(protocol), Number(algorithm)]
    expect(dsOf(zone, new Uint8Array([...rdata, ...Buffer.from(key, 'base64')])).text).toBe(ds)
  })
})
