import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { Dnskey } from '@netbox/core/dns'
import { encodeName, labelsOf } from './names.ts'
import { type RecordSet, types } from './record-data.ts'

/** A signer with the key of a zone. */
export interface ZoneSigner {
  /** Returns the RRSIG record of a set (RFC 4034, section 3). */
  sign(set: RecordSet): RecordSet
}

const DAY = 86_400
// Signatures are renewed every day. They are valid for two weeks, and begin one day in the past, because clocks differ.
const VALID_DAYS = 14

// The length of an RRSIG record's data before the signer's name (RFC 4034, section 3.1).
const FIXED_LENGTH = 18

type SignatureOf = (octets: Buffer, key: KeyObject) => Buffer

/** The signature function of each algorithm, by its number (RFC 5702, RFC 6605, RFC 8080). */
const algorithms: Readonly<Record<number, SignatureOf>> = {
  8: (octets, key) => sign('sha256', octets, key),
  13: (octets, key) => sign('sha256', octets, { key, dsaEncoding: 'ieee-p1363' }),
  15: (octets, key) => sign(null, octets, key),
}

// The cache has at most a few hundred keys, because all worlds use the same limited pool of keys.
const keys = new Map<string, KeyObject>()

const keyOf = ({ text }: Dnskey, readPem: () => string): KeyObject => {
  const known = keys.get(text)
  if (known !== undefined) return known
  const key = createPrivateKey(readPem())
  keys.set(text, key)
  return key
}

/** Returns the octets to sign: the RRSIG record's own data and the records in canonical order (RFC 4034, section 3.1.8.1). */
const signedOctets = (data: Buffer, { name, type, ttl, data: records }: RecordSet): Buffer => {
  const owner = encodeName(name)
  const parts = records
    .toSorted((a, b) => Buffer.compare(a, b))
    .map((octets) => {
      const fixed = Buffer.alloc(10)
      fixed.writeUInt16BE(type, 0)
      fixed.writeUInt16BE(1, 2)
      fixed.writeUInt32BE(ttl, 4)
      fixed.writeUInt16BE(octets.length, 8)
      return Buffer.concat([owner, fixed, octets])
    })
  return Buffer.concat([data, ...parts])
}

/** Creates the signer of a zone's records. Signatures use the machine's real time, because the clients that verify them do. */
export const createSigner = (zone: string, dnskey: Dnskey, readPem: () => string): ZoneSigner => {
  const { algorithm, keyTag } = dnskey
  const signer = encodeName(zone)
  const made = new Map<string, RecordSet>()
  const make = (set: RecordSet, day: number): RecordSet => {
    const fixed = Buffer.allocUnsafe(FIXED_LENGTH)
    fixed.writeUInt16BE(set.type, 0)
    fixed.writeUInt8(algorithm, 2)
    fixed.writeUInt8(labelsOf(set.name).length, 3)
    fixed.writeUInt32BE(set.ttl, 4)
    fixed.writeUInt32BE((day + VALID_DAYS) * DAY, 8)
    fixed.writeUInt32BE((day - 1) * DAY, 12)
    fixed.writeUInt16BE(keyTag, 16)
    const data = Buffer.concat([fixed, signer])
    const signature = algorithms[algorithm]?.(signedOctets(data, set), keyOf(dnskey, readPem))
    if (signature === undefined) throw new RangeError(`DNSSEC algorithm ${algorithm} is unknown`)
    return { name: set.name, type: types.RRSIG, ttl: set.ttl, data: [Buffer.concat([data, signature])] }
  }
  return {
    sign: (set) => {
      const day = Math.floor(Date.now() / 1000 / DAY)
      // Caches only signatures for the zone's own name: clients need them again and again. The others would fill the memory.
      if (set.name !== zone) return make(set, day)
      const key = `${day} ${set.type} ${set.ttl} ${set.data.map((octets) => octets.toString('latin1')).join()}`
      const known = made.get(key)
      if (known !== undefined) return known
      const signature = make(set, day)
      if (made.size >= 16) made.clear()
      made.set(key, signature)
      return signature
    },
  }
}
