import { addressIn, isAddress } from './addresses.ts'
import { addressOf, reverseOf } from './hosts.ts'
import { between, chance, decimals, type Entity, fraction, part, pick } from './mapping.ts'
import { operatorOf, systemNumber } from './operators.ts'
import { vantage } from './places.ts'
import { lossTo, roundTripTo } from './reach.ts'
import { entityOf, remembered, type World } from './world.ts'

/** One router on the way, or the destination. */
export interface Hop {
  readonly hop: number
  readonly network: { readonly name: string; readonly asn: number }
  readonly hostname: string
  readonly ip: string
  /** Three probes, milliseconds; null where no answer came. */
  readonly times: readonly [number | null, number | null, number | null]
}

interface Router {
  readonly network: Hop['network']
  readonly hostname: string
  readonly ip: string
  /** Share of the whole round trip at which this router stands. */
  readonly share: number
}

const CARRIERS = ['carrier', 'longline', 'deepfiber', 'transitway'] as const

const accessRouters = (id: Entity): Router[] => {
  const network = { name: 'Your access network', asn: 64_496 }
  return [
    { network, hostname: 'gw.office.example', ip: '192.0.2.1', share: 0.01 },
    {
      network,
      hostname: `bras${between(id, 'bras', 1, 9)}.metro.example`,
      ip: addressIn('192.0.2', id, 'bras-address'),
      share: 0.05,
    },
  ]
}

const carrierHops = (id: Entity): number => between(id, 'carrier-hops', 3, 5)

/** Gives the number of hops to a host: two of the access network, the carrier's, the edge of its network, itself. */
export const hopsTo = (world: World, host: string): number =>
  carrierHops(entityOf(world, 'route', addressOf(world, host))) + 4

// The long line is one hop of the carrier: most of the way in a single step, as on real routes between continents.
const carrierRouters = (id: Entity, destination: string): Router[] => {
  const carrier = pick(id, 'carrier', CARRIERS)
  const network = { name: `Carrier, ${vantage.city} to ${destination}`, asn: systemNumber(id) }
  const count = carrierHops(id)
  const far = between(id, 'far', 2, count - 1)
  const area = between(id, 'area', 20, 250)
  return Array.from({ length: count }, (_, index) => ({
    network,
    hostname: `ae${between(part(id, index), 'port', 1, 12)}.core${index + 1}.${carrier}.example`,
    ip: `198.18.${area}.${index + 1}`,
    share: index < far ? 0.08 + index * 0.02 : 0.9 + index * 0.01,
  }))
}

const timesAt = (id: Entity, roundTrip: number, share: number, loss: number, silent: boolean): Hop['times'] => {
  const base = Math.max(0.3, roundTrip * share)
  const probe = (index: number): number | null => {
    const one = part(id, index)
    if (silent || chance(one, 'lost', loss)) return null
    return decimals(base * (1 + fraction(one, 'jitter') * 0.05), 1)
  }
  return [probe(0), probe(1), probe(2)]
}

/** Gives the route from the vantage point to a host. The last hop is the host's own address. */
export const routeTo = remembered((world, host): Hop[] => {
  const address = addressOf(world, host)
  const operator = operatorOf(world, address)
  const id = entityOf(world, 'route', address)
  const edge: Router = {
    network: { name: `${operator.name}, ${operator.place.city}`, asn: operator.asn },
    hostname: `edge1.${operator.domain}`,
    ip: addressIn('198.18.251', id, 'edge'),
    share: 0.98,
  }
  const last: Router = {
    ...edge,
    hostname: isAddress(host) ? reverseOf(world, address).hostname : host,
    ip: address,
    share: 1,
  }
  const routers = [...accessRouters(id), ...carrierRouters(id, operator.place.city), edge, last]
  const roundTrip = roundTripTo(world, host)
  const loss = lossTo(world, host)
  return routers.map(({ network, hostname, ip, share }, index) => {
    const at = part(id, index)
    const silent = index > 1 && index < routers.length - 1 && chance(at, 'silent', 0.08)
    // A lossy link is in the carrier's network: routers before it answer well.
    const times = timesAt(at, roundTrip, share, index > 3 ? loss : 0, silent)
    const reached = index === routers.length - 1 && times.every((time) => time === null)
    return { hop: index + 1, network, hostname, ip, times: reached ? [roundTrip, null, null] : times }
  })
})
