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

const RSA_IDENTIFIER = '2a864886f70d010101'
const rsaIdentifier = bytesOf(RSA_IDENTIFIER)

/** The algorithm identifiers of keys. */
const KEY_KINDS = {
  rsa: sequence(identifier(RSA_IDENTIFIER), NULL),
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

/** A value of DER: its tag, and its content. */
interface DerValue {
  readonly tag: number
  readonly content: Uint8Array
}

/** Reads the values that fill some bytes; undefined if a length does not fit. */
const valuesIn = (bytes: Uint8Array): DerValue[] | undefined => {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at] ?? 0
    const first = bytes[at + 1] ?? 0x80
    const count = first < 0x80 ? 0 : first - 0x80
    if (first === 0x80 || count > 3) return undefined
    let length = count === 0 ? first : 0
    for (let index = 0; index < count; index++) length = length * 256 + (bytes[at + 2 + index] ?? 0)
    const start = at + 2 + count
    if (start + length > bytes.length) return undefined
    values.push({ tag, content: bytes.subarray(start, start + length) })
    at = start + length
  }
  return values
}

const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

const sequenceIn = (bytes: Uint8Array): DerValue[] | undefined => {
  const [value, ...others] = valuesIn(bytes) ?? []
  return value?.tag === 0x30 && others.length === 0 ? valuesIn(value.content) : undefined
}

/**
 * Returns the length in bits of an RSA key: SubjectPublicKeyInfo (RFC 5280, section 4.1), or RSAPublicKey alone (RFC 8017, appendix A.1.1).
 * Returns undefined for other bytes.
 */
export const rsaBitsOf = (key: Uint8Array): number | undefined => {
  const outer = sequenceIn(key)
  const [algorithm, wrapped] = outer ?? []
  if (algorithm?.tag === 0x30) {
    const [identity] = valuesIn(algorithm.content) ?? []
    if (identity === undefined || !areEqual(identity.content, rsaIdentifier) || wrapped?.tag !== 3) return undefined
  }
  const [modulus, exponent] = (algorithm?.tag === 0x30 ? sequenceIn(wrapped?.content.subarray(1) ?? key) : outer) ?? []
  if (modulus?.tag !== 2 || exponent?.tag !== 2) return undefined
  const start = modulus.content.findIndex((byte) => byte !== 0)
  return start < 0 ? undefined : 8 * (modulus.content.length - start) - Math.clz32(modulus.content[start] ?? 0) + 24
}
