import { createServer, isIP } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { WorldDocument } from '@netbox/core'
import type { World } from '@netbox/core/dns'
import { addressPlan, pingTimesOf, statedNetworksOf } from '@netbox/core/network'
import type { InternetServer, LastingHost, Surroundings } from '../internet/internet-server.ts'
import { hostAt, portStatesAt } from '../tcp/port-state.ts'
import { type EchoLoss, hasPacketFilter, installPacketFilter, type PortRule, type Verdict } from './packet-filter.ts'

// The TCP ports of well-known services. They have their rules before a client connects.
const KNOWN_PORTS = [
  20, 21, 22, 23, 25, 37, 43, 49, 53, 70, 79, 80, 88, 110, 111, 113, 119, 135, 139, 143, 179, 194, 389, 443, 444, 445,
  464, 465, 512, 513, 514, 515, 548, 554, 563, 587, 631, 636, 646, 853, 873, 902, 989, 990, 992, 993, 994, 995, 1080,
  1194, 1433, 1521, 1723, 1883, 2049, 2181, 2222, 2375, 2376, 2379, 2380, 2525, 3000, 3128, 3268, 3306, 3389, 3690,
  4190, 4222, 4443, 5000, 5060, 5061, 5222, 5269, 5432, 5555, 5601, 5671, 5672, 5900, 5984, 5985, 6000, 6379, 6443,
  6667, 6697, 7001, 8000, 8008, 8080, 8081, 8443, 8883, 8888, 9000, 9042, 9090, 9092, 9100, 9200, 9300, 9418, 10_000,
  11_211, 15_672, 25_565, 27_017, 50_000,
] as const
const DNS = 53
// The number of ports in a block. A connection attempt to another port creates the rules of the whole block around it.
const BLOCK = 512
const HIGHEST_PORT = 65_535
const MOST_RULES = 400_000
const REFRESH_TIME = 1000
const MOST_CONNECTIONS = 1000
const MOST_NAMES = 32
const IDLE_TIME = 60_000

const VERDICTS: Readonly<Record<'open' | 'closed' | 'silent', Verdict>> = {
  open: 'accept',
  closed: 'refuse',
  silent: 'drop',
}

/** An address with rules, the names that DNS answers had for it, and the ports that have rules. */
interface Filtered {
  names: readonly string[]
  readonly ports: Set<number>
}

/** Returns the ports that a world document names, which may be of no known service. */
const statedPorts = ({ hosts = {}, domains = {} }: WorldDocument = {}): number[] => [
  ...Object.values(hosts).flatMap(({ ports = {} }) => Object.keys(ports).map(Number)),
  ...Object.values(domains).flatMap(({ records }) => (records?.SRV ?? []).map(({ port }) => port)),
]

const lossOf = (world: World, names: readonly string[], address: string): EchoLoss => {
  const named = pingTimesOf(world, hostAt(world, names, address), 10)
  const times = named.length > 0 ? named : pingTimesOf(world, address, 10)
  return { address, lost: times.flatMap((time, index) => (time === null ? [index] : [])) }
}

/** Starts a server for open ports that have no service. It accepts connections and sends nothing. */
const startMuteServer = async () => {
  const server = createServer((socket) => {
    socket.setTimeout(IDLE_TIME, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.resume()
  })
  server.maxConnections = MOST_CONNECTIONS
  server.listen(0, '::')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port, // The cast is safe: a server on a port has an address of this type.
    close: () => void server.close(),
  }
}

const blockAround = (port: number): number[] => {
  const first = port - (port % BLOCK)
  return Array.from({ length: BLOCK }, (_, index) => first + index).filter((one) => one > 0 && one <= HIGHEST_PORT)
}

/**
 * Configures the kernel of a namespace so that it refuses and drops the same TCP connections and echo requests as the hosts of the world.
 * The rules of an address exist before a DNS answer with this address is sent. Returns undefined if the system has no nftables.
 */
export const filterPorts = async (
  { live, book }: Surroundings,
  servers: readonly InternetServer[],
): Promise<InternetServer | undefined> => {
  if (!hasPacketFilter()) return undefined
  const mute = await startMuteServer()
  const served = servers.flatMap(({ endpoints }) =>
    endpoints.filter(({ transport }) => transport === 'tcp').map(({ port }) => port),
  )
  const networks = addressPlan.map(({ prefix }) => prefix)
  const stated = new Set(statedNetworksOf(live.now()))
  const filter = await installPacketFilter({
    networks: [...networks, ...stated],
    served: [...new Set(served)],
    otherwise: mute.port,
  })
  const addresses = new Map<string, Filtered>()
  let count = 0
  let world = live.now()
  const namedNow = (): number[] => [...KNOWN_PORTS, ...statedPorts(live.document())]
  let named = namedNow()

  const rulesFor = (address: string, { names }: Filtered, wanted: Iterable<number>): PortRule[] => {
    const ports = [...wanted]
    const states = portStatesAt(world, names, address, ports)
    return ports.map((port, index) => ({ address, port, verdict: VERDICTS[states[index] ?? 'silent'] }))
  }

  const lasting = (): LastingHost[] => servers.flatMap((server) => server.lasting?.() ?? [])

  // Programs may call these servers before any DNS answer names them.
  const filterLasting = async (): Promise<void> => {
    await Promise.all(lasting().map(async ({ host, address }) => filterAddress(host, address, [DNS])))
  }

  /** Adds the rules of an address for these ports. If it has another name than before, updates the rules of all its ports. */
  const filterAddress = async (host: string, address: string, ports: readonly number[]): Promise<void> => {
    const known = addresses.get(address)
    const filtered = known ?? { names: book.namesAt(address), ports: new Set() }
    const isOther = known === undefined || !filtered.names.includes(host)
    const fresh = ports.filter((port) => !filtered.ports.has(port))
    if (!filtered.names.includes(host)) filtered.names = [...filtered.names, host].slice(-MOST_NAMES)
    for (const port of fresh) filtered.ports.add(port)
    count += fresh.length
    const isFull = count > MOST_RULES
    if (isFull) {
      filter.clear()
      addresses.clear()
      count = filtered.ports.size
    }
    addresses.set(address, filtered)
    const set = filter.set(
      rulesFor(address, filtered, isOther || isFull ? filtered.ports : fresh),
      isOther || isFull ? [lossOf(world, filtered.names, address)] : [],
    )
    try {
      await Promise.all(isFull ? [set, filterLasting()] : [set])
    } catch (error) {
      // The next answer with this address tries again.
      if (addresses.delete(address)) count -= filtered.ports.size
      throw error
    }
  }

  const refresh = async (): Promise<void> => {
    const now = live.now()
    if (now === world) return
    world = now
    const all = [...addresses]
    named = namedNow()
    const fresh = statedNetworksOf(world).filter((network) => !stated.has(network))
    for (const network of fresh) stated.add(network)
    if (fresh.length > 0) await filter.cover(fresh)
    for (const [, filtered] of all) for (const port of named) filtered.ports.add(port)
    count = all.reduce((sum, [, filtered]) => sum + filtered.ports.size, 0)
    const set = filter.set(
      all.flatMap(([address, filtered]) => rulesFor(address, filtered, filtered.ports)),
      all.map(([address, { names }]) => lossOf(world, names, address)),
    )
    await Promise.all([set, filterLasting()])
  }

  await filterLasting()
  book.listen({ prepare: async (host, address) => filterAddress(host, address, named) })
  filter.onUnknown((address, port) => {
    if (isIP(address) === 0) return
    book.noteCall()
    const known = addresses.get(address)
    const host = known?.names[0] ?? book.namesAt(address)[0] ?? address
    filterAddress(host, address, known === undefined ? [...named, port] : blockAround(port)).catch(() => undefined)
  })
  const timer = setInterval(() => void refresh().catch(() => undefined), REFRESH_TIME)
  return {
    endpoints: [],
    refresh,
    close: async () => {
      clearInterval(timer)
      filter.close()
      mute.close()
    },
  }
}
