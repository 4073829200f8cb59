import { addressAt, type Machine, machineAt } from './machine-at.ts'
import { machineOf } from './machines.ts'
import { reverseAt } from './hosts.ts'
import { between, chance, decimals, type Entity, part } from './mapping.ts'
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
  operatorIn,
  placeIn,
  shortNumberOf,
} from './networks.ts'
import { places, vantage } from './places.ts'
import { lossAt, roundTripAt } from './reach.ts'
import { memoize } from './memoize.ts'
import { GATEWAY } from './reverse-names.ts'
import type { World } from './world.ts'

/** One router on the way, or the destination. Each tool says the same of its address: it belongs to a network of the plan. */
export interface Hop {
  readonly hop: number
  readonly network: { readonly name: string; readonly asn: number }
  /** The reverse name of the address, null where it has none. */
  readonly hostname: string | null
  readonly ip: string
  /** Three probes, milliseconds; null where no answer came. */
  readonly times: readonly [number | null, number | null, number | null]
}

/** A router before it is asked: its network, its number there, and where it stands on the way, as a share of the round trip. */
interface Router {
  readonly network: number
  readonly number: number
  readonly share: number
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

const carrierHops = (id: Entity): number => between(id, 'hops', 3, 5)

/**
 * Gives the number of routers on the way to a host, which is one less than the hops of `routeTo`: two of the access network,
 * the carrier's, the edge of the host's network. Each takes one off the time to live of a packet, the host itself none.
 */
export const routersTo = (world: World, host: string): number => {
  const machine = machineOf(world, host)
  const network = networkOf(machine)
  if (isAccess(network)) return numberOf(machine) === GATEWAY ? 0 : 1
  return carrierHops(machine.id) + (carrierPlaceOf(network) < 0 ? 3 : 2)
}

const accessRouters = (six: boolean, id: Entity): Router[] => [
  { network: accessNetwork(six), number: GATEWAY, share: 0.01 },
  { network: accessNetwork(six), number: between(id, 'bras', 60, 199), share: 0.05 },
]

const placeNumber = (world: World, network: Network): number => places.indexOf(placeIn(world, network))

const VANTAGE = /* @__PURE__ */ places.indexOf(vantage)

/** The first number of the carrier's routers on a route: not that of the destination, where it is one of them. */
const firstNumber = (id: Entity, destination: number): number => {
  const first = between(id, 'core', 60, 200)
  return destination >= first && destination < first + 10 ? first + 10 : first
}

// The long line is one hop of the carrier: most of the way in a single step, as on real routes between continents.
const carrierRouters = (world: World, machine: Machine, network: Network): Router[] => {
  const { id } = machine
  const six = isNetworkV6(network)
  const own = carrierPlaceOf(network)
  const carrier = own < 0 ? between(id, 'carrier', 0, CARRIERS - 1) : Math.floor(own / places.length)
  const near = carrierNetwork(six, carrier, VANTAGE)
  const remote = carrierNetwork(six, carrier, placeNumber(world, network))
  const count = carrierHops(id)
  const far = between(id, 'far', 2, count - 1)
  const first = firstNumber(id, own < 0 ? -1 : numberOf(machine))
  const routers: Router[] = []
  for (let index = 0; index < count; index++) {
    const share = index < far ? 0.08 + index * 0.02 : 0.9 + index * 0.01
    routers.push({ network: index < far ? near : remote, number: first + index, share })
  }
  // The network of a stranger's address has no router in the plan, so the carrier leads up to its door.
  if (own < 0 && shortNumberOf(network) < 0) routers.push({ network: remote, number: first + count, share: 0.98 })
  return routers
}

const edgeRouter = (machine: Machine, network: number): Router => {
  const number = between(machine.id, 'edge', 1, 4)
  return { network, number: number === numberOf(machine) ? number + 1 : number, share: 0.98 }
}

/** Lists the routers on the way to a machine, as many as `routersTo` says. */
const routersOf = (world: World, machine: Machine): Router[] => {
  const network = networkOf(machine)
  const access = accessRouters(isNetworkV6(network), machine.id)
  if (isAccess(network)) return numberOf(machine) === GATEWAY ? [] : access.slice(0, 1)
  const routers = [...access, ...carrierRouters(world, machine, network)]
  if (typeof network === 'number' && carrierPlaceOf(network) < 0 && shortNumberOf(network) >= 0)
    routers.push(edgeRouter(machine, network))
  return routers
}

const networkAt = (world: World, network: Network): Hop['network'] => {
  const { name, place, asn } = operatorIn(world, network)
  return { name: `${name}, ${place.city}`, asn }
}

/**
 * Gives the route from the vantage point to a host. The last hop is the host's own address. There is none to a
 * special-purpose address.
 */
export const routeTo = memoize((world, host): Hop[] => {
  const machine = machineOf(world, host)
  if (machine.special !== undefined) return []
  const roundTrip = roundTripAt(world, machine)
  const loss = lossAt(world, machine)
  const hops = routersOf(world, machine).map(({ network, number, share }, index): Hop => {
    const router = part(machine.id, index)
    const silent = index > 1 && chance(router, 'silent', 0.08)
    // A lossy link is in the carrier's network: routers before it answer well.
    const times = silent ? SILENT : timesAt(router, Math.max(0.3, roundTrip * share), index > 3 ? loss : 0)
    const ip = addressIn(network, number)
    const { hostname } = reverseAt(world, machineAt(world, ip))
    return { hop: index + 1, network: networkAt(world, network), hostname, ip, times }
  })
  return [...hops, endOf(world, machine, hops.length, roundTrip, loss)]
})

/** The destination, which answers one probe at least. */
const endOf = (world: World, machine: Machine, index: number, roundTrip: number, loss: number): Hop => {
  const times = timesAt(part(machine.id, index), Math.max(0.3, roundTrip), loss)
  const isLost = times[0] === null && times[1] === null && times[2] === null
  return {
    hop: index + 1,
    network: networkAt(world, networkOf(machine)),
    hostname: reverseAt(world, machine).hostname,
    ip: addressAt(machine),
    times: isLost ? [roundTrip, null, null] : times,
  }
}
