import {
  type Nameserver,
  trustChainOf,
  type TrustLink,
  type World,
  type Zone,
  zoneNameOf,
  zoneOf,
  zoneStateOf,
} from '@netbox/core/dns'
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
  /** What the zone above holds of this one's key; undefined where the zone is not signed, and for the root. */
  readonly ds: RecordSet | undefined
  /** Undefined in an unsigned zone. */
  readonly signer: ZoneSigner | undefined
}

/** The TTL of keys and of delegations, in seconds. */
const DELEGATION_TTL = 86_400
const KEY_TTL = 3600

/**
 * A zone whose parts are made when they are first needed. Most questions need no more of it than whether it is bogus; keys and
 * signatures take far more time than anything else. It is a class because one is made for nearly every new name.
 */
class LazyZone implements ServedZone {
  readonly #world: World
  readonly name: string
  readonly state: ServedZone['state']
  #zone: Zone | undefined
  #chain: readonly TrustLink[] | undefined
  #soa: RecordSet | undefined
  #ns: RecordSet | undefined
  #dnskey: RecordSet | undefined
  #ds: RecordSet | undefined
  #signer: ZoneSigner | undefined

  constructor(world: World, name: string) {
    this.#world = world
    this.name = name
    this.state = zoneStateOf(world, name) ?? 'insecure'
  }

  get #open(): Zone {
    this.#zone ??= zoneOf(this.#world, this.name)
    if (this.#zone === undefined) throw new RangeError(`'${this.name}' is no zone`)
    return this.#zone
  }

  get #link(): TrustLink | undefined {
    return (this.#chain ??= trustChainOf(this.#world, this.name)).at(-1)
  }

  #keyed(type: number, rdata: Uint8Array | undefined): RecordSet | undefined {
    return rdata && { name: this.name, type, ttl: KEY_TTL, data: [Buffer.from(rdata)] }
  }

  get parent() {
    return this.#open.parent
  }

  get nameservers() {
    return this.#open.nameservers
  }

  get soa() {
    return (this.#soa ??= recordSet(this.name, 'SOA', [this.#open.soa]))
  }

  get ns() {
    return (this.#ns ??= {
      name: this.name,
      type: types.NS,
      ttl: DELEGATION_TTL,
      data: this.nameservers.map(({ host }) => encodeData({ type: 'NS', name: '.', data: host })),
    })
  }

  get dnskey() {
    return (this.#dnskey ??= this.#keyed(types.DNSKEY, this.#link?.dnskey?.rdata))
  }

  get ds() {
    return (this.#ds ??= this.#keyed(types.DS, this.#link?.ds?.rdata))
  }

  get signer() {
    const link = this.#signer === undefined ? this.#link : undefined
    // What a link has is computed each time.
    const key = link?.dnskey
    if (key != null) this.#signer = createSigner(this.name, key, () => link?.privateKey ?? '')
    return this.#signer
  }
}

/** The zones of one world. */
export interface Zones {
  /** Returns the zone that answers for a name, whether the name exists or not. */
  at(name: string): ServedZone
  /** Returns the zones from the root to the one that answers for a name. */
  chainTo(name: string): ServedZone[]
}

// The zones above others are needed again and again, the others for a few questions at a time.
const MOST_ZONES = 100

const zoneNameAround = (world: World, name: string): string => {
  for (let at: string | undefined = name; at !== undefined; at = parentOf(at)) {
    const zone = isWorldName(at) ? zoneNameOf(world, at) : undefined
    if (zone !== undefined) return zone
  }
  return '.'
}

/** Opens the zones of a world; what was made of a zone is kept. */
export const createZones = (world: World): Zones => {
  const known = createRecentMap<ServedZone>(MOST_ZONES)
  const named = (name: string): ServedZone => {
    const found = known.get(name)
    if (found !== undefined) return found
    const zone = new LazyZone(world, name)
    known.set(name, zone)
    return zone
  }
  return {
    at: (name) => named(zoneNameAround(world, name)),
    chainTo: (name) => {
      const chain = [named(zoneNameAround(world, name))]
      for (let above = chain[0]?.parent; above != null; above = chain[0]?.parent) chain.unshift(named(above))
      return chain
    },
  }
}
