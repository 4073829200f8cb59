import { prefixOf } from './addresses.ts'
import { between, type Entity, pick } from './mapping.ts'
import { type Place, places } from './places.ts'
import { entityOf, type World } from './world.ts'

/** Who runs a network, and where it stands. */
export interface Operator {
  readonly name: string
  /** The operator's own domain, under `.example` (RFC 2606). */
  readonly domain: string
  readonly kind: 'hosting' | 'access' | 'carrier' | 'cloud'
  /** From the documentation range (RFC 5398). */
  readonly asn: number
  readonly place: Place
  /** CIDR notation: the /24 (IPv4) or /48 (IPv6) that the address lies in. */
  readonly network: string
  readonly abuse: string
}

const WORDS = [
  'Harbour',
  'Northwind',
  'Lantern',
  'Cobalt',
  'Juniper Hill',
  'Meridian',
  'Quay',
  'Old Mill',
  'Saltmarsh',
  'Copperline',
  'Fernwood',
  'Bluewater',
  'Granite',
  'Kestrel',
  'Larkfield',
  'Tideway',
  'Amberley',
  'Foxglove',
  'Ironbridge',
  'Willow',
] as const // prettier keeps word lists on few lines

const KINDS = ['hosting', 'hosting', 'cloud', 'access', 'carrier'] as const
const SUFFIX = { hosting: 'Hosting', access: 'Broadband', carrier: 'Transit', cloud: 'Cloud' } as const

const domainOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '-')}.example`

/** Gives a number from the documentation ranges 64496–64511 and 65536–65551 (RFC 5398). */
export const systemNumber = (of: Entity): number => {
  const index = between(of, 'asn', 0, 31)
  return index < 16 ? 64_496 + index : 65_520 + index
}

/** Tells who runs the network of an address. Equal for all addresses of one /24 or /48. */
export const operatorOf = (world: World, address: string): Operator => {
  const network = prefixOf(address)
  const id = entityOf(world, 'network', network)
  const kind = pick(id, 'kind', KINDS)
  const name = `${pick(id, 'name', WORDS)} ${SUFFIX[kind]}`
  const domain = domainOf(name)
  return {
    name,
    domain,
    kind,
    asn: systemNumber(id),
    place: pick(id, 'place', places),
    network,
    abuse: `abuse@${domain}`,
  }
}
