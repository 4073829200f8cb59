import { isAddress } from './addresses.ts'
import { hostNumber } from './subnets.ts'
import { reverseOf } from './hosts.ts'
import { addressAt, type Machine, machineOf } from './machines.ts'
import { between, chance, decimals, type Entity, part, pick } from './mapping.ts'
import { operatorOf, systemNumber } from './operators.ts'
import { vantage } from './places.ts'
import { lossAt, roundTripAt } from './reach.ts'
import { memoize } from './memoize.ts'
import type { World } from './world.ts'

/**
 * One router on the way, or the destination. Routers are the scenery of one route: who asks another tool about the address of
 * one hears of the network that it lies in, and not of this hop.
 */
export interface Hop {
  readonly hop: number
  readonly network: { readonly name: string; readonly asn: number }
  readonly hostname: string
  readonly ip: string
  /** Three probes, milliseconds; null where no answer came. */
  readonly times: readonly [number | null, number | null, number | null]
}

/** A route while it is laid, from the vantage point on. */
interface Route {
  readonly machine: Machine
  /** Milliseconds to the end and back. */
  readonly roundTrip: number
  readonly loss: number
  readonly hops: Hop[]
}

// Ten bits of a draw for each of the three probes.
const probeAt = (router: Entity, index: number, base: number, jitter: number, loss: number): number | null => {
  if (loss > 0 && chance(part(router, index), 'lost', loss)) return null
  return decimals(base * (1 + (((jitter >>> (index * 10)) & 1023) / 1024) * 0.05), 1)
}

const SILENT: Hop['times'] = [null, null, null]

const timesAt = (router: Entity, base: number, loss: number): Hop['times'] => {
  const jitter = between(router, 'jitter', 0, 0x3fff_ffff)
  return [
    probeAt(router, 0, base, jitter, loss),
    probeAt(router, 1, base, jitter, loss),
    probeAt(router, 2, base, jitter, loss),
  ]
}

const ACCESS_NETWORK = 0
const EDGE_NETWORK = 251

/** Gives the address of a router, of the family in which the destination is reached. */
const routerAddress = ({ machine: { v6 } }: Route, network: number, number: number): string => {
  const access = network === ACCESS_NETWORK
  if (v6 === undefined) return access ? `192.0.2.${number}` : `198.18.${network}.${number}`
  // A network of its own below 2001:db8:0::/48, where no host is (see `addressV6`).
  return access ? `2001:db8::${number.toString(16)}` : `2001:db8:0:${network.toString(16)}::${number.toString(16)}`
}

/** Adds a router that stands at a share of the whole round trip. */
const addRouter = (route: Route, network: Hop['network'], hostname: string, ip: string, share: number): void => {
  const { hops, machine, roundTrip, loss } = route
  const index = hops.length
  const router = part(machine.id, index)
  const silent = index > 1 && chance(router, 'silent', 0.08)
  // A lossy link is in the carrier's network: routers before it answer well.
  const times = silent ? SILENT : timesAt(router, Math.max(0.3, roundTrip * share), index > 3 ? loss : 0)
  hops.push({ hop: index + 1, network, hostname, ip, times })
}

/** Adds the destination, which answers one probe at least. */
const addEnd = (route: Route, network: Hop['network'], hostname: string): void => {
  const { hops, machine, roundTrip, loss } = route
  const times = timesAt(part(machine.id, hops.length), Math.max(0.3, roundTrip), loss)
  const isLost = times[0] === null && times[1] === null && times[2] === null
  const answers: Hop['times'] = isLost ? [roundTrip, null, null] : times
  hops.push({ hop: hops.length + 1, network, hostname, ip: addressAt(machine), times: answers })
}

const CARRIERS = ['carrier', 'longline', 'deepfiber', 'transitway'] as const
const ACCESS: Hop['network'] = { name: 'Your access network', asn: 64_496 }

const addAccessRouters = (route: Route, id: Entity): void => {
  addRouter(route, ACCESS, 'gw.office.example', routerAddress(route, ACCESS_NETWORK, 1), 0.01)
  const ip = routerAddress(route, ACCESS_NETWORK, hostNumber(id, 'bras-number'))
  addRouter(route, ACCESS, `bras${between(id, 'bras', 1, 9)}.metro.example`, ip, 0.05)
}

const carrierHops = (id: Entity): number => between(id, 'hops', 3, 5)

/**
 * Gives the number of routers on the way to a host, which is one less than the hops of `routeTo`: two of the access network,
 * the carrier's, the edge of the host's network. Each takes one off the time to live of a packet, the host itself none.
 */
export const routersTo = (world: World, host: string): number => carrierHops(machineOf(world, host).id) + 3

// The long line is one hop of the carrier: most of the way in a single step, as on real routes between continents.
const addCarrierRouters = (route: Route, id: Entity, destination: string): void => {
  const carrier = pick(id, 'carrier', CARRIERS)
  const network = { name: `Carrier, ${vantage.city} to ${destination}`, asn: systemNumber(id) }
  const count = carrierHops(id)
  const far = between(id, 'far', 2, count - 1)
  const area = between(id, 'area', 20, 250)
  for (let index = 0; index < count; index++) {
    const hostname = `ae${between(part(id, index), 'ae', 1, 12)}.core${index + 1}.${carrier}.example`
    const share = index < far ? 0.08 + index * 0.02 : 0.9 + index * 0.01
    addRouter(route, network, hostname, routerAddress(route, area, index + 1), share)
  }
}

/** Gives the route from the vantage point to a host. The last hop is the host's own address. */
export const routeTo = memoize((world, host): Hop[] => {
  const machine = machineOf(world, host)
  const { id } = machine
  const { name, place, asn, domain } = operatorOf(world, host)
  const route: Route = { machine, roundTrip: roundTripAt(world, machine), loss: lossAt(world, machine), hops: [] }
  addAccessRouters(route, id)
  addCarrierRouters(route, id, place.city)
  const network = { name: `${name}, ${place.city}`, asn }
  addRouter(route, network, `edge1.${domain}`, routerAddress(route, EDGE_NETWORK, hostNumber(id, 'edge')), 0.98)
  addEnd(route, network, isAddress(host) ? reverseOf(world, host).hostname : host)
  return route.hops
})
