import {
  type Nameserver,
  trustChainOf,
  type World,
  type ZoneFault,
  zoneFaultOf,
  zoneNameOf,
  zoneOf,
  type ZoneState,
  zoneStateOf,
  type Dnskey,
} from '@netbox/core/dns'
import { createRecentMap } from '../internet/recent-map.ts'
import { encodeName, labelsOf } from './names.ts'
import { type RecordSet, recordSet, types } from './record-data.ts'
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { DAY, SECOND } from '@netbox/core'

/** A signer with the key of a zone. */
interface ZoneSigner {
  /** Returns the RRSIG record of a set (RFC 4034, section 3). */
  sign(set: RecordSet): RecordSet
}

const DAY_SECONDS = DAY / SECOND
// Signatures are renewed every day. They are valid for two weeks, and begin one day in the past, because clocks differ.
const VALID_DAYS = 14

// The length of an RRSIG record's data before the signer's name (RFC 4034, section 3.1).
const FIXED_LENGTH = 18

/** Returns the signature of octets with RSA, ECDSA or Ed25519 (RFC 5702, RFC 6605, RFC 8080). */
const signatureOf = (octets: Buffer, key: KeyObject): Buffer =>
  key.asymmetricKeyType === 'ed25519'
    ? sign(null, octets, key)
    : sign('sha256', octets, { key, dsaEncoding: 'ieee-p1363' })

/** The days by which the signatures of a zone with a fault differ in time from other signatures. */
const shifts: Readonly<Partial<Record<ZoneFault, number>>> = { expired: -60, 'not-yet-valid': 60 }

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
const createSigner = (
  zone: string,
  dnskey: Dnskey,
  readPem: () => string,
  fault: ZoneFault | undefined,
): ZoneSigner => {
  const { algorithm, keyTag } = dnskey
  const signer = encodeName(zone)
  const made = new Map<string, RecordSet>()
  const make = (set: RecordSet, day: number): RecordSet => {
    const fixed = Buffer.allocUnsafe(FIXED_LENGTH)
    fixed.writeUInt16BE(set.type, 0)
    fixed.writeUInt8(algorithm, 2)
    // The label of a wildcard does not count (RFC 4034, section 3.1.3).
    fixed.writeUInt8(labelsOf(set.name.replace(/^\*\./, '')).length, 3)
    fixed.writeUInt32BE(set.ttl, 4)
    fixed.writeUInt32BE((day + VALID_DAYS) * DAY_SECONDS, 8)
    fixed.writeUInt32BE((day - 1) * DAY_SECONDS, 12)
    fixed.writeUInt16BE(keyTag, 16)
    const data = Buffer.concat([fixed, signer])
    const signature = signatureOf(signedOctets(data, set), keyOf(dnskey, readPem))
    if (fault === 'bad-signature') signature.reverse()
    return { name: set.name, type: types.RRSIG, ttl: set.ttl, data: [Buffer.concat([data, signature])] }
  }
  return {
    sign: (set) => {
      const day = Math.floor(Date.now() / DAY) + (fault === undefined ? 0 : (shifts[fault] ?? 0))
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

/** A zone as its nameservers serve it. */
export interface ServedZone {
  readonly name: string
  readonly parent: string | null
  readonly nameservers: readonly Nameserver[]
  readonly state: ZoneState
  readonly soa: RecordSet
  readonly ns: RecordSet
  /** Undefined in an unsigned zone. */
  readonly dnskey: RecordSet | undefined
  /** The DS record for this zone's key, which is in its parent zone; undefined for an unsigned zone and for the root. */
  readonly ds: RecordSet | undefined
  /** Undefined in an unsigned zone. */
  readonly signer: ZoneSigner | undefined
}

/**
 * Returns how long clients may cache a missing name: the SOA record's TTL or its last field, whichever is smaller (RFC 2308, section 5).
 */
export const negativeTtl = ({ ttl, data: [octets] }: RecordSet): number =>
  Math.min(ttl, octets?.readUInt32BE(octets.length - 4) ?? ttl)

/** The TTL of keys, in seconds. */
const KEY_TTL = 3600

/** Returns a function that computes a value on the first call and returns the same value from then on. */
const once = <Value>(compute: () => Value): (() => Value) => {
  let kept: { readonly value: Value } | undefined
  return () => (kept ??= { value: compute() }).value
}

// Creates a zone, and computes its data on demand. Keys and signatures take most of the time, but few queries need them.
const serve = (world: World, name: string): ServedZone => {
  const zone = once(() => {
    const found = zoneOf(world, name)
    if (found === undefined) throw new RangeError(`'${name}' is not a zone`)
    return found
  })
  const link = once(() => trustChainOf(world, name).at(-1))
  const keyed = (type: number, rdata: Uint8Array | undefined, others: readonly Dnskey[] = []) =>
    rdata && {
      name,
      type,
      ttl: KEY_TTL,
      data: [rdata, ...others.map((key) => key.rdata)].map((data) => Buffer.from(data)),
    }
  const soa = once(() => recordSet(name, 'SOA', [zone().soa]))
  const ns = once(() => ({
    name,
    type: types.NS,
    ttl: zone().nameservers[0]?.ttl ?? KEY_TTL,
    data: zone().nameservers.map(({ host }) => encodeName(host)),
  }))
  const dnskey = once(() =>
    link()?.fault === 'no-dnskey' ? undefined : keyed(types.DNSKEY, link()?.dnskey?.rdata, link()?.standby),
  )
  const ds = once(() => keyed(types.DS, link()?.ds?.rdata))
  const signer = once(() => {
    const key = link()?.dnskey
    const fault = link()?.fault
    return key == null || fault === 'no-rrsig'
      ? undefined
      : createSigner(name, key, () => link()?.privateKey ?? '', fault)
  })
  return {
    name,
    get parent() {
      return zone().parent
    },
    get nameservers() {
      return zone().nameservers
    },
    get state() {
      return link()?.state ?? zone().dnssec
    },
    get soa() {
      return soa()
    },
    get ns() {
      return ns()
    },
    get dnskey() {
      return dnskey()
    },
    get ds() {
      return ds()
    },
    get signer() {
      return signer()
    },
  }
}

/** The zones of one world. */
export interface Zones {
  /** Returns the zone that answers for a name, even if the name does not exist. */
  at(name: string): ServedZone
  /** Returns the state of the zone that answers for a name. Most queries need only this state. */
  stateAt(name: string): ServedZone['state']
  /** Returns what is wrong with the keys and signatures of the zone that answers for a name. */
  faultAt(name: string): ZoneFault | undefined
  /** Returns the zones from the root to the one that answers for a name. */
  chainTo(name: string): ServedZone[]
}

// The number of cached zones. Parent zones are needed again and again, other zones only for a few queries.
const MOST_ZONES = 100

/** Opens the zones of a world, which it caches. */
export const createZones = (world: World): Zones => {
  const known = createRecentMap<ServedZone>(MOST_ZONES)
  const named = (name: string): ServedZone => {
    const found = known.get(name)
    if (found !== undefined) return found
    const zone = serve(world, name)
    known.set(name, zone)
    return zone
  }
  const at = (name: string): ServedZone => named(zoneNameOf(world, name) ?? '.')
  return {
    at,
    stateAt: (name) => zoneStateOf(world, name) ?? 'secure',
    faultAt: (name) => zoneFaultOf(world, zoneNameOf(world, name) ?? '.'),
    chainTo: (name) => {
      const chain = [at(name)]
      for (let above = chain[0]?.parent; above != null; above = chain[0]?.parent) chain.unshift(named(above))
      return chain
    },
  }
}
