import { isV6, parseAddress } from '../foundation/addresses.ts'
import { machineOf, type Operator, operatorAt } from '../world/hosts/machines.ts'
import { networkOf as networkAround } from '../world/hosts/networks.ts'
import { systemNumberOf } from '../world/hosts/organizations.ts'
import type { WorldPlace } from '../world/hosts/places.ts'
import { type Registry, registryOf } from '../world/hosts/registries.ts'
import { type SpecialBlock, specialBlockOf as blockAround } from '../foundation/special-addresses.ts'
import type { World } from '../world/world.ts'
import { readHost } from './hosts.ts'
import { METADATA_ADDRESSES, servesMetadata } from '../world/hosts/inward-answers.ts'
import { isPlanned, prefixOf } from '../world/hosts/subnets.ts'

/** A network of a world, with its RDAP data (RFC 9083) and its location. */
export interface Network {
  /** CIDR notation: a /24 of IPv4 or a /48 of IPv6. */
  readonly prefix: string
  /** The autonomous system that announces the network (RFC 5398, RFC 6996). */
  readonly asn: number
  readonly organization: string
  /** The organization's own domain. */
  readonly domain: string
  readonly kind: 'hosting' | 'access' | 'carrier' | 'cloud'
  /** The email address for abuse reports. */
  readonly abuse: string
  /** The regional internet registry that has the record. */
  readonly registry: Registry
  readonly place: WorldPlace
}

/** Converts the network of an operator into data. */
export const viewOf = (world: World, operator: Operator): Network => {
  const { network, name, domain, kind, abuse, place } = operator
  return {
    prefix: network,
    asn: systemNumberOf(world, operator),
    organization: name,
    domain,
    kind,
    abuse,
    registry: registryOf(place.countryCode),
    place,
  }
}

/**
 * Returns the network of a host, as `arin-lookup` and `geoip-lookup` find it. Returns `undefined` for a name without addresses, and for a
 * special-purpose address, which has no owner.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * networkOf(world, '198.51.100.25')?.prefix // => '198.51.100.0/24'
 * networkOf(world, '198.51.100.25')?.abuse.startsWith('abuse@') // => true
 * networkOf(world, '10.0.0.1') // => undefined
 */
export const networkOf = (world: World, host: string): Network | undefined => {
  const found = readHost(world, host)
  if (found === undefined) return undefined
  const machine = machineOf(world, found)
  return machine.special === undefined ? viewOf(world, operatorAt(world, networkAround(machine))) : undefined
}

/**
 * Returns the networks outside `addressPlan` that have hosts by the world document, as prefixes: a /24 of IPv4 or a /48 of IPv6; and the
 * addresses of the metadata of a cloud, if they are served. Programs that serve the world need routes to them.
 *
 * @example
 * const world = { known: false, domains: { 'shop.example': { records: { A: ['10.0.0.5', '198.51.100.7'] } } } }
 * statedNetworksOf(openWorld({ world }, Date.now).world) // => ['10.0.0.0/24']
 */
export const statedNetworksOf = (world: World): string[] => [
  ...new Set(
    Array.from(world.facts?.hostAddresses ?? [])
      .filter((address) => !isPlanned(address))
      .map(prefixOf),
  ),
  ...METADATA_ADDRESSES.filter((address) => servesMetadata(world, address)).map(
    (address) => `${address}/${isV6(address) ? 128 : 32}`,
  ),
]

/** A block of addresses reserved for one purpose (RFC 6890). It has no owner, and there is no route to it. */
export interface SpecialPurposeBlock {
  /** CIDR notation. */
  readonly prefix: string
  /** The description of the block's addresses: `a private address`. */
  readonly name: string
  /** The RFC that reserves the block. */
  readonly source: string
  /** Whether resolvers answer for the block's reverse zone themselves, from an empty zone (RFC 6303). */
  readonly emptyZone: boolean
}

const blockView = ({ block, name, source, emptyZone }: SpecialBlock): SpecialPurposeBlock => ({
  prefix: block,
  name,
  source,
  emptyZone,
})

/**
 * Returns the special-purpose block of an address; undefined for an ordinary address and for any other text. The ranges of
 * `addressPlan` are ordinary addresses here.
 *
 * @example
 * specialPurposeOf('10.1.2.3')?.prefix // => '10.0.0.0/8'
 * specialPurposeOf('::1')?.name // => 'the loopback address'
 * specialPurposeOf('198.51.100.25') // => undefined
 */
export const specialPurposeOf = (address: string): SpecialPurposeBlock | undefined => {
  const canonical = parseAddress(address)
  const block = canonical === undefined ? undefined : blockAround(canonical)
  return block === undefined ? undefined : blockView(block)
}
