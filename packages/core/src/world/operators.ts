import { prefixOf } from './subnets.ts'
import { addressAt, type Machine, machineOf } from './machines.ts'
import { between, type Entity, pick } from './mapping.ts'
import { type Place, places } from './places.ts'
import { memoize } from './memoize.ts'
import { entityOf, numberedEntityOf, type World } from './world.ts'

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

// The name of a company and the first label of its domain.
type Company = readonly [name: string, label: string]

const COMPANIES: readonly [Company, ...Company[]] = [
  ['Harbour', 'harbour'],
  ['Northwind', 'northwind'],
  ['Lantern', 'lantern'],
  ['Cobalt', 'cobalt'],
  ['Juniper Hill', 'juniper-hill'],
  ['Meridian', 'meridian'],
  ['Quay', 'quay'],
  ['Old Mill', 'old-mill'],
  ['Saltmarsh', 'saltmarsh'],
  ['Copperline', 'copperline'],
  ['Fernwood', 'fernwood'],
  ['Bluewater', 'bluewater'],
  ['Granite', 'granite'],
  ['Kestrel', 'kestrel'],
  ['Larkfield', 'larkfield'],
  ['Tideway', 'tideway'],
  ['Amberley', 'amberley'],
  ['Foxglove', 'foxglove'],
  ['Ironbridge', 'ironbridge'],
  ['Willow', 'willow'],
]

const KINDS = ['hosting', 'hosting', 'cloud', 'access', 'carrier'] as const
const LABEL = { hosting: 'hosting', access: 'broadband', carrier: 'transit', cloud: 'cloud' } as const
const SUFFIX = { hosting: 'Hosting', access: 'Broadband', carrier: 'Transit', cloud: 'Cloud' } as const

/** Gives a number from the documentation ranges 64496–64511 and 65536–65551 (RFC 5398). */
export const systemNumber = (of: Entity): number => {
  const index = between(of, 'asn', 0, 31)
  return index < 16 ? 64_496 + index : 65_520 + index
}

const networkOf = (world: World, { v4, v6 }: Machine): Entity =>
  v6 === undefined ? numberedEntityOf(world, 'network', v4 >> 8) : entityOf(world, 'network', prefixOf(v6))

/** Tells where the network of a machine stands: the `place` of `operatorOf`, for those who need no more. */
export const placeOf = (world: World, machine: Machine): Place => pick(networkOf(world, machine), 'place', places)

/** Tells who runs the network of a host. Equal for all addresses of one /24 or /48. */
export const operatorOf = memoize((world, host): Operator => {
  const machine = machineOf(world, host)
  const id = networkOf(world, machine)
  const kind = pick(id, 'kind', KINDS)
  const [company, label] = pick(id, 'name', COMPANIES)
  const name = `${company} ${SUFFIX[kind]}`
  const domain = `${label}-${LABEL[kind]}.example`
  return {
    name,
    domain,
    kind,
    asn: systemNumber(id),
    place: pick(id, 'place', places),
    network: prefixOf(addressAt(machine)),
    abuse: `abuse@${domain}`,
  }
})
