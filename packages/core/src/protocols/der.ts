import { base64Of, bytesOf, joinBytes } from '../foundation/bytes.ts'

/* Keys in the formats of other programs (DER, X.690): SubjectPublicKeyInfo (RFC 5280, section 4.1) and PKCS#8 (RFC 5208). */

const lengthOf = (length: number): number[] =>
  length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]

const tagged = (tag: number, ...contents: readonly Uint8Array[]): Uint8Array => {
  const content = joinBytes(...contents)
  return joinBytes([tag, ...lengthOf(content.length)], content)
}

/** Writes a SEQUENCE. */
export const sequence = (...items: readonly Uint8Array[]): Uint8Array => tagged(0x30, ...items)

/** Writes a non-negative INTEGER. */
export const integer = (value: bigint): Uint8Array => {
  const hex = value.toString(16)
  const bytes = bytesOf(hex.length % 2 === 0 ? hex : `0${hex}`)
  // A leading 1 bit would make it negative.
  return (bytes[0] ?? 0) < 0x80 ? tagged(2, bytes) : tagged(2, Uint8Array.of(0), bytes)
}

/** Writes an OCTET STRING. */
export const octets = (content: Uint8Array): Uint8Array => tagged(4, content)

const NULL = Uint8Array.of(5, 0)

const identifier = (hex: string): Uint8Array => tagged(6, bytesOf(hex))

/** The algorithm identifiers of keys. */
const KEY_KINDS = {
  rsa: sequence(identifier('2a864886f70d010101'), NULL),
  p256: sequence(identifier('2a8648ce3d0201'), identifier('2a8648ce3d030107')),
  ed25519: sequence(identifier('2b6570')),
} as const

type KeyKind = keyof typeof KEY_KINDS

/** Writes a public key as SubjectPublicKeyInfo. */
export const publicKeyInfo = (kind: KeyKind, key: Uint8Array): Uint8Array =>
  sequence(KEY_KINDS[kind], tagged(3, Uint8Array.of(0), key))

/** Writes a private key as PKCS#8 in PEM (RFC 7468, section 10). */
export const privateKeyPem = (kind: KeyKind, key: Uint8Array): string => {
  const base64 = base64Of(sequence(integer(0n), KEY_KINDS[kind], octets(key)))
  return ['-----BEGIN PRIVATE KEY-----', ...(base64.match(/.{1,64}/g) ?? []), '-----END PRIVATE KEY-----', ''].join(
    '\n',
  )
}
