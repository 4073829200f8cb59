import { type Nameserver, trustChainOf, type World, zoneNameOf, zoneOf, zoneStateOf } from '@netbox/core/dns'
import { createRecentMap } from '../internet/recent-map.ts'
import { isWorldName, parentOf } from './names.ts'
import { encodeData, type RecordSet, recordSet, types } from './record-data.ts'
import { createSigner, type ZoneSigner } from './signing.ts'

/** A zone as its nameservers serve it. */
export interface ServedZone {
  readonly name: string
  readonly parent: string | null
  readonly nameservers: readonly Nameserver[]
  readonly state: 'secure' | 'insecure' | 'bogus'
  readonly soa: RecordSet
  readonly ns: RecordSet
  /** Undefined in an unsigned zone. */
  readonly dnskey: RecordSet | undefined
  /** The DS record for this zone's key, which is in its parent zone; undefined for an unsigned zone and for the root. */
  readonly ds: RecordSet | undefined
  /** Undefined in an unsigned zone. */
  readonly signer: ZoneSigner | undefined
}

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
  const keyed = (type: number, rdata: Uint8Array | undefined): RecordSet | undefined =>
    rdata && { name, type, ttl: KEY_TTL, data: [Buffer.from(rdata)] }
  const soa = once(() => recordSet(name, 'SOA', [zone().soa]))
  const ns = once(() => ({
    name,
    type: types.NS,
    ttl: zone().nameservers[0]?.ttl ?? KEY_TTL,
    data: zone().nameservers.map(({ host }) => encodeData({ type: 'NS', name: '.', data: host })),
  }))
  const dnskey = once(() => keyed(types.DNSKEY, link()?.dnskey?.rdata))
  const ds = once(() => keyed(types.DS, link()?.ds?.rdata))
  const signer = once(() => {
    const key = link()?.dnskey
    return key == null ? undefined : createSigner(name, key, () => link()?.privateKey ?? '')
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
  /** Returns the zones from the root to the one that answers for a name. */
  chainTo(name: string): ServedZone[]
}

// The number of cached zones. Parent zones are needed again and again, other zones only for a few queries.
const MOST_ZONES = 100

const zoneNameAround = (world: World, name: string): string => {
  for (let at: string | undefined = name; at !== undefined; at = parentOf(at)) {
    const zone = isWorldName(at) ? zoneNameOf(world, at) : undefined
    if (zone !== undefined) return zone
  }
  return '.'
}

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
  return {
    at: (name) => named(zoneNameAround(world, name)),
    stateAt: (name) =>
      (isWorldName(name) ? zoneStateOf(world, name) : undefined) ?? named(zoneNameAround(world, name)).state,
    chainTo: (name) => {
      const chain = [named(zoneNameAround(world, name))]
      for (let above = chain[0]?.parent; above != null; above = chain[0]?.parent) chain.unshift(named(above))
      return chain
    },
  }
}
