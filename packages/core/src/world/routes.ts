import { hostNumber } from './subnets.ts'
import { reverseOf } from './hosts.ts'
import { type Machine, machineOf } from './machines.ts'
import { between, chance, decimals, type Entity, part, pick } from './mapping.ts'
import { operatorOf, placeOf, systemNumber } from './operators.ts'
import { vantage } from './places.ts'
import { lossAt, roundTripAt } from './reach.ts'
import { remembered } from './remembered.ts'
import type { World } from './world.ts'

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

const ACCESS: Hop['network'] = { name: 'Your access network', asn: 64_496 }

const accessRouters = (id: Entity): Router[] => [
  { network: ACCESS, hostname: 'gw.office.example', ip: '192.0.2.1', share: 0.01 },
  {
    network: ACCESS,
    hostname: `bras${between(id, 'bras', 1, 9)}.metro.example`,
    ip: `192.0.2.${hostNumber(id, 'bras-number')}`,
    share: 0.05,
  },
]

const carrierHops = (id: Entity): number => between(id, 'hops', 3, 5)

/** Gives the number of hops to a host: two of the access network, the carrier's, the edge of its network, itself. */
export const hopsTo = (world: World, host: string): number => carrierHops(machineOf(world, host).id) + 4

// The long line is one hop of the carrier: most of the way in a single step, as on real routes between continents.
const addCarrierRouters = (routers: Router[], id: Entity, destination: string): void => {
  const carrier = pick(id, 'carrier', CARRIERS)
  const network = { name: `Carrier, ${vantage.city} to ${destination}`, asn: systemNumber(id) }
  const count = carrierHops(id)
  const far = between(id, 'far', 2, count - 1)
  const area = between(id, 'area', 20, 250)
  for (let index = 0; index < count; index++) {
    routers.push({
      network,
      hostname: `ae${between(part(id, index), 'ae', 1, 12)}.core${index + 1}.${carrier}.example`,
      ip: `198.18.${area}.${index + 1}`,
      share: index < far ? 0.08 + index * 0.02 : 0.9 + index * 0.01,
    })
  }
}

const addLastRouters = (routers: Router[], world: World, host: string, { address, id }: Machine): void => {
  const { name, place, asn, domain } = operatorOf(world, host)
  const network = { name: `${name}, ${place.city}`, asn }
  const edge = `198.18.251.${hostNumber(id, 'edge')}`
  routers.push({ network, hostname: `edge1.${domain}`, ip: edge, share: 0.98 })
  const hostname = host === address ? reverseOf(world, address).hostname : host
  routers.push({ network, hostname, ip: address, share: 1 })
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

/** Gives the route from the vantage point to a host. The last hop is the host's own address. */
export const routeTo = remembered((world, host): Hop[] => {
  const machine = machineOf(world, host)
  const routers = accessRouters(machine.id)
  addCarrierRouters(routers, machine.id, placeOf(world, machine).city)
  addLastRouters(routers, world, host, machine)
  const roundTrip = roundTripAt(world, machine)
  const loss = lossAt(world, machine)
  return routers.map(({ network, hostname, ip, share }, index) => {
    const router = part(machine.id, index)
    const isLast = index === routers.length - 1
    const silent = index > 1 && !isLast && chance(router, 'silent', 0.08)
    // A lossy link is in the carrier's network: routers before it answer well.
    const answers = silent ? SILENT : timesAt(router, Math.max(0.3, roundTrip * share), index > 3 ? loss : 0)
    const times: Hop['times'] = isLast && isSilent(answers) ? [roundTrip, null, null] : answers
    return { hop: index + 1, network, hostname, ip, times }
  })
})

const isSilent = ([first, second, third]: Hop['times']): boolean => first === null && second === null && third === null
