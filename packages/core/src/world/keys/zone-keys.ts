import { base64Of, bytesOf, hexOf, joinBytes } from '../../foundation/bytes.ts'
import { integer, octets, privateKeyPem, sequence } from '../../protocols/der.ts'
import type { ZoneKeyId } from '../names/dnssec.ts'
import type { ZoneFault } from '../zone-faults.ts'
import { ED25519_KEYS, P256_KEYS } from './key-pool.ts'
import { rsaKey, rsaKeyCount, rsaPrivateKey } from './rsa-keys.ts'
import { sha256 } from '../../foundation/sha256.ts'

/** The record data of a DNSSEC record. */
interface KeyData {
  /** The key tag, which helps to select the key (RFC 4034, appendix B). */
  readonly keyTag: number
  /** Number of the algorithm: 8 (RSASHA256), 13 (ECDSAP256SHA256) or 15 (ED25519). */
  readonly algorithm: number
  /** The record data in wire format. */
  readonly rdata: Uint8Array
  /** The record data in zone file format. */
  readonly text: string
}

/** The DNSKEY record of a zone (RFC 4034, section 2). One key signs the zone and its keys, so its flags are 257. */
export interface Dnskey extends KeyData {
  readonly flags: number
  readonly publicKey: Uint8Array
}

/** The DS record of a zone in its parent (RFC 4034, section 5). Its digest is SHA-256, type 2 (RFC 4509). */
export interface Ds extends KeyData {
  readonly digestType: number
  readonly digest: Uint8Array
}

const FLAGS = 257
// The zone key bit is missing (RFC 4034, section 2.1.1).
const FLAGS_OF_NO_ZONE = 1
const PROTOCOL = 3
const SHA256 = 2
// The numbers of an algorithm and of a digest that IANA has not assigned.
const UNASSIGNED = 100

type Algorithm = ZoneKeyId['algorithm']

const NUMBERS: Readonly<Record<Algorithm, number>> = { RSASHA256: 8, ECDSAP256SHA256: 13, ED25519: 15 }

const CURVES = { ECDSAP256SHA256: P256_KEYS, ED25519: ED25519_KEYS } as const

const curveKey = (algorithm: keyof typeof CURVES, number: number): Uint8Array[] => {
  const keys = CURVES[algorithm]
  return (keys[number % keys.length] ?? keys[0]).split(' ').map(bytesOf)
}

const zoneRsaKey = (number: number) => rsaKey(2048, number % rsaKeyCount(2048))

const publicKeyOf = ({ algorithm, number }: ZoneKeyId): Uint8Array => {
  // The exponent 65537 in three bytes, then the modulus (RFC 3110, section 2).
  if (algorithm === 'RSASHA256') return joinBytes([3, 1, 0, 1], bytesOf(zoneRsaKey(number).modulus.toString(16)))
  const [, key = new Uint8Array()] = curveKey(algorithm, number)
  return key
}

/** Computes the tag of a DNSKEY from its record data (RFC 4034, appendix B). */
const keyTagOf = (rdata: Uint8Array): number => {
  const sum = rdata.reduce((total, byte, index) => total + (index % 2 === 0 ? byte << 8 : byte), 0)
  return (sum + (sum >> 16)) & 0xffff
}

const countOf = (algorithm: Algorithm): number =>
  algorithm === 'RSASHA256' ? rsaKeyCount(2048) : CURVES[algorithm].length

const makeDnskey = (id: ZoneKeyId, fault: ZoneFault | undefined): Dnskey => {
  const algorithm = fault === 'unsupported-algorithm' ? UNASSIGNED : NUMBERS[id.algorithm]
  const flags = fault === 'no-zone-key-bit' ? FLAGS_OF_NO_ZONE : FLAGS
  const publicKey = publicKeyOf(id)
  const rdata = joinBytes([flags >> 8, flags & 0xff, PROTOCOL, algorithm], publicKey)
  const text = `${flags} ${PROTOCOL} ${algorithm} ${base64Of(publicKey)}`
  return { keyTag: keyTagOf(rdata), algorithm, flags, publicKey, rdata, text }
}

// A cache of computed tags; there are at most a few hundred keys.
const dnskeys = new Map<string, Dnskey>()

/** Returns the DNSKEY record of a key, with the fault of its zone. */
export const dnskeyOf = (id: ZoneKeyId, fault?: ZoneFault): Dnskey => {
  const name = `${id.algorithm} ${id.number % countOf(id.algorithm)} ${fault}`
  const known = dnskeys.get(name)
  if (known !== undefined) return known
  const dnskey = makeDnskey(id, fault)
  dnskeys.set(name, dnskey)
  return dnskey
}

/** Encodes a lowercase name in wire format (RFC 1035, section 3.1; RFC 4034, section 6.2). */
const wireName = (zone: string): Uint8Array =>
  joinBytes(
    ...zone
      .split('.')
      .filter((label) => label !== '')
      .map((label) => [label.length, ...Array.from(label, (sign) => sign.charCodeAt(0))]),
    [0],
  )

/** Returns the DS record for a zone's DNSKEY record data, with the fault of the zone. */
export const dsOf = (zone: string, dnskey: Uint8Array, fault?: ZoneFault): Ds => {
  const [keyTag, algorithm = 0] = [keyTagOf(dnskey), dnskey[3]]
  const own = sha256(joinBytes(wireName(zone), dnskey))
  const digest = fault === 'ds-mismatch' ? own.toReversed() : own
  const digestType = fault === 'unsupported-digest' ? UNASSIGNED : SHA256
  const rdata = joinBytes([keyTag >> 8, keyTag & 0xff, algorithm, digestType], digest)
  const text = `${keyTag} ${algorithm} ${digestType} ${hexOf(digest).toUpperCase()}`
  return { keyTag, algorithm, digestType, digest, rdata, text }
}

/** Returns the private half of a key: PKCS#8 in PEM. */
export const zonePrivateKeyOf = ({ algorithm, number }: ZoneKeyId): string => {
  if (algorithm === 'RSASHA256') return privateKeyPem('rsa', rsaPrivateKey(zoneRsaKey(number)))
  const [key = new Uint8Array()] = curveKey(algorithm, number)
  // RFC 5915, section 3, and RFC 8410, section 7.
  return algorithm === 'ED25519'
    ? privateKeyPem('ed25519', octets(key))
    : privateKeyPem('p256', sequence(integer(1n), octets(key)))
}
