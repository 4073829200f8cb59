import { addressAt, type Machine } from './machine-at.ts'
import { machineOf } from './machines.ts'
import { reverseAt, reverseOfRouter } from './hosts.ts'
import { between, chance, decimals, type Entity, fraction, part } from '../../foundation/mapping.ts'
import {
  accessNetwork,
  addressIn,
  CARRIERS,
  carrierNetwork,
  carrierPlaceOf,
  isAccess,
  isNetworkV6,
  type Network,
  networkOf,
  numberOf,
  placeIn,
  shortNumberOf,
} from './networks.ts'
import { places, vantage } from './places.ts'
import { isMachineGone, lossAt, roundTripAt } from './reach.ts'
import { memoize, type World } from '../world.ts'
import { GATEWAY } from './reverse-names.ts'

/** One router on the path, or the destination. All tools agree about its address, which is in a network of the address plan. */
export interface Hop {
  readonly hop: number
  readonly network: Network
  /** The host name in the PTR record of the address; null if there is none, or if the router answers no probe. */
  readonly hostname: string | null
  /** Null if the router answers no probe. */
  readonly ip: string | null
  /** Times of three probes in milliseconds; null without a reply. */
  readonly times: readonly [number | null, number | null, number | null]
}

/** A route under construction, from the vantage point on. */
interface Route {
  readonly world: World
  readonly machine: Machine
  /** The network of the destination. */
  readonly network: Network
  /** Milliseconds of the round trip to the destination. */
  readonly roundTrip: number
  readonly loss: number
  readonly hops: Hop[]
}

// Returns the time of one of three probes, each of which uses ten bits of a random number.
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

// The number of hops on the access line, which is fast. A lossy link comes after the carrier's first two routers (see `addRouter`).
const ACCESS_HOPS = 2
const HOPS_BEFORE_LOSS = 4

const replace = (times: Hop['times'], at: number, time: number | null): Hop['times'] => [
  at === 0 ? time : times[0],
  at === 1 ? time : times[1],
  at === 2 ? time : times[2],
]

// On a lossy path, every hop after the lossy link loses at least one probe, like a ping with ten packets.
const withLoss = (router: Entity, times: Hop['times'], index: number): Hop['times'] =>
  index < HOPS_BEFORE_LOSS || times.includes(null) ? times : replace(times, between(router, 'probe', 0, 2), null)

/** Returns a router's replies to the three probes. Replies have low priority: one may be late or missing. */
const withMood = (router: Entity, times: Hop['times'], index: number): Hop['times'] => {
  if (index < ACCESS_HOPS || times[0] === null || times[1] === null || times[2] === null) return times
  // The field's name is part of the mapping: a new name would change every result.
  const draw = fraction(router, 'mood')
  if (draw >= 0.1) return times
  const probe = between(router, 'probe', 0, 2)
  if (draw < 0.04) return replace(times, probe, null)
  const slowest = Math.max(times[0], times[1], times[2])
  return replace(times, probe, decimals(slowest * 1.08 + 4 + fraction(router, 'delay') * 12, 1))
}

/** Adds a router, by network and number, at a share of the total round trip. */
const addRouter = (
  { world, machine, roundTrip, loss, hops }: Route,
  network: number,
  number: number,
  share: number,
) => {
  const index = hops.length
  const router = part(machine.id, index)
  const silent = index > 1 && chance(router, 'silent', 0.08)
  // A lossy link is in the carrier's network: routers before it are not affected.
  const sent = silent ? SILENT : timesAt(router, Math.max(0.3, roundTrip * share), index > 3 ? loss : 0)
  const times = loss > 0 ? withLoss(router, sent, index) : withMood(router, sent, index)
  const isSilent = times[0] === null && times[1] === null && times[2] === null
  hops.push({
    hop: index + 1,
    network,
    hostname: isSilent ? null : reverseOfRouter(world, network, number),
    ip: isSilent ? null : addressIn(network, number),
    times,
  })
}

/** Adds the destination, which answers at least one probe, or none if its machine is gone. */
const addEnd = ({ world, machine, network, roundTrip, loss, hops }: Route): void => {
  const index = hops.length
  if (isMachineGone(world, machine)) {
    hops.push({ hop: index + 1, network, hostname: null, ip: null, times: SILENT })
    return
  }
  const end = part(machine.id, index)
  const times = timesAt(end, Math.max(0.3, roundTrip), loss)
  const isLost = times[0] === null && times[1] === null && times[2] === null
  const answers: Hop['times'] = isLost ? [roundTrip, null, null] : loss > 0 ? withLoss(end, times, index) : times
  const { hostname } = reverseAt(world, machine)
  hops.push({ hop: index + 1, network, hostname, ip: addressAt(machine), times: answers })
}

const carrierHops = (id: Entity): number => between(id, 'hops', 3, 5)

/**
 * Returns the number of routers on the path to a host, one less than the hops of `routeTo`: two in the access network, the routers of the
 * carrier, and the edge router of the host's network. Each subtracts one from the time to live of a packet; the host does not.
 */
const routersTo = (world: World, host: string): number => {
  const machine = machineOf(world, host)
  const network = networkOf(machine)
  if (isAccess(network)) return numberOf(machine) === GATEWAY ? 0 : 1
  return carrierHops(machine.id) + (carrierPlaceOf(network) < 0 ? 3 : 2)
}

// The initial TTL of most systems; each router on the way back subtracts one.
const INITIAL_TTL = 64

/** Returns the time to live of packets that arrive from a host. */
export const arrivingTtlOf = (world: World, host: string): number => INITIAL_TTL - routersTo(world, host)

const placeNumber = (world: World, network: Network): number => places.indexOf(placeIn(world, network))

const VANTAGE = /* @__PURE__ */ places.indexOf(vantage)

/** Returns the first number of the carrier's routers on a route, so that none of them is the destination. */
const firstNumber = (id: Entity, destination: number): number => {
  const first = between(id, 'core', 60, 200)
  return destination >= first && destination < first + 10 ? first + 10 : first
}

// Adds the carrier's routers. One hop covers most of the distance, as on real routes between continents.
const addCarrierRouters = (route: Route, six: boolean): void => {
  const { world, machine, network } = route
  const { id } = machine
  const own = carrierPlaceOf(network)
  const carrier = own < 0 ? between(id, 'carrier', 0, CARRIERS - 1) : Math.floor(own / places.length)
  const near = carrierNetwork(six, carrier, VANTAGE)
  const remote = carrierNetwork(six, carrier, placeNumber(world, network))
  const count = carrierHops(id)
  const far = between(id, 'far', 2, count - 1)
  const first = firstNumber(id, own < 0 ? -1 : numberOf(machine))
  for (let index = 0; index < count; index++) {
    const share = index < far ? 0.08 + index * 0.02 : 0.9 + index * 0.01
    addRouter(route, index < far ? near : remote, first + index, share)
  }
  if (own >= 0) return
  if (typeof network === 'string' || shortNumberOf(network) < 0) {
    // The network of an address outside the address plan has no routers, so the carrier's last one replaces the edge router.
    addRouter(route, remote, first + count, 0.98)
  } else {
    const edge = between(id, 'edge', 1, 4)
    addRouter(route, network, edge === numberOf(machine) ? edge + 1 : edge, 0.98)
  }
}

/** Adds as many routers as `routersTo` returns. */
const addRouters = (route: Route): void => {
  const { machine, network } = route
  const six = isNetworkV6(network)
  const access = accessNetwork(six)
  if (network === access && numberOf(machine) === GATEWAY) return
  addRouter(route, access, GATEWAY, 0.01)
  if (network === access) return
  addRouter(route, access, between(machine.id, 'bras', 60, 199), 0.05)
  addCarrierRouters(route, six)
}

/** Returns the route from the vantage point to a host. The last hop is the host's own address, or silent if its machine is gone. Special-purpose addresses have no route. */
export const routeTo = memoize((world, host): Hop[] => {
  const machine = machineOf(world, host)
  if (machine.special !== undefined) return []
  const network = networkOf(machine)
  const loss = lossAt(world, machine)
  const route: Route = { world, machine, network, roundTrip: roundTripAt(world, machine), loss, hops: [] }
  addRouters(route)
  addEnd(route)
  return route.hops
})
