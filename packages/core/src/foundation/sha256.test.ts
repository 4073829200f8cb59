import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Of, bytesOf, hexOf } from './bytes.ts'
import { sha256 } from './sha256.ts'

const digestOf = (text: string) => hexOf(sha256(new TextEncoder().encode(text)))

describe('SHA-256', () => {
  // The examples of NIST: one block, two blocks, an empty message, and a message of many blocks.
  it.each([
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('of %.20s', (text, digest) => {
    expect(digestOf(text)).toBe(digest)
  })

  it('agrees with OpenSSL for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(hexOf(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'))
      }),
    )
  })
})

describe('bytes', () => {
  it('are written as in Node, and read back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'))
        expect(hexOf(bytes)).toBe(Buffer.from(bytes).toString('hex'))
        expect(bytesOf(hexOf(bytes))).toEqual(bytes)
      }),
    )
  })
})
