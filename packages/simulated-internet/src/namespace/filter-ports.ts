import { createServer, isIP } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { WorldDocument } from '@netbox/core'
import type { World } from '@netbox/core/dns'
import { pathOf, pathQualityOf, pingTimesOf, statedNetworksOf } from '@netbox/core/network'
import type { InternetServer, ServerContext } from '../internet/internet-server.ts'
import { noteRequests } from '../internet/request-log.ts'
import { hostAt, portStatesAt } from '../tcp/port-state.ts'
import { NETWORKS } from './set-up-network.ts'
import { type AddressRules, hasPacketFilter, installPacketFilter, type Verdict } from './packet-filter.ts'

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
// The number of addresses whose rules the kernel may not have yet. Each needs a process of `nft`, and its rules memory until then.
const MOST_PENDING = 40
const REFRESH_TIME = 1000
const MOST_CONNECTIONS = 1000
const MOST_NAMES = 32
const IDLE_TIME = 60_000

const VERDICTS: Readonly<Record<'open' | 'refused' | 'silent', Verdict>> = {
  open: 'accept',
  refused: 'refuse',
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

/** Returns the lost packets to an address: their positions in every ten. */
const lossTo = (world: World, names: readonly string[], address: string): number[] => {
  const named = pingTimesOf(world, hostAt(world, names, address), 10)
  const times = named.length > 0 ? named : pingTimesOf(world, address, 10)
  return times.flatMap((time, index) => (time === null ? [index] : []))
}

const routersTo = (world: World, address: string): (string | null)[] =>
  (pathOf(world, address)?.hops ?? []).slice(0, -1).map((hop) => hop.address)

const timesTo = (world: World, addresses: readonly (string | null)[]): Map<string, number> =>
  new Map(
    addresses.flatMap((address) => {
      const time = address === null ? null : (pathQualityOf(world, address)?.roundTrip ?? null)
      return address === null || time === null ? [] : [[address, time] as const]
    }),
  )

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
  { live, addressBook, log, programs }: ServerContext,
  servers: readonly InternetServer[],
): Promise<InternetServer | undefined> => {
  if (!hasPacketFilter()) return undefined
  const mute = await startMuteServer()
  const served = servers.flatMap(({ endpoints }) =>
    endpoints.filter(({ transport }) => transport === 'tcp').map(({ port }) => port),
  )
  const stated = new Set(statedNetworksOf(live.now()))
  const filter = await installPacketFilter({
    networks: [...NETWORKS, ...stated],
    served: [...new Set(served)],
    otherwise: mute.port,
    device: programs?.device,
    isDelayed: programs?.isDelayed === true,
  })
  const addresses = new Map<string, Filtered>()
  const kept = new Set<string>()
  let count = 0
  let pending = 0
  let world = live.now()
  let isActive = true
  const namedNow = (): number[] => [...KNOWN_PORTS, ...statedPorts(live.document())]
  let named = namedNow()

  /** Returns the rules of an address for these ports and, if `isWhole` is set, for its path. */
  const rulesFor = (address: string, { names }: Filtered, wanted: Iterable<number>, isWhole: boolean): AddressRules => {
    const ports = [...wanted]
    const states = portStatesAt(world, names, address, ports)
    // In a common network, packets take no path.
    const routers = isWhole && programs !== undefined ? routersTo(world, address) : undefined
    return {
      address,
      ports: ports.map((port, index) => ({ port, verdict: VERDICTS[states[index] ?? 'silent'] })),
      lost: isWhole ? lossTo(world, names, address) : undefined,
      routers,
      ttl: routers === undefined ? undefined : (pathQualityOf(world, address)?.ttl ?? undefined),
      times: routers !== undefined && programs?.isDelayed === true ? timesTo(world, [address, ...routers]) : undefined,
    }
  }

  // Programs may call these servers before any DNS answer names them.
  const filterLasting = async (): Promise<void> => {
    const lasting = servers.flatMap((server) => server.lasting?.() ?? [])
    for (const { address } of lasting) kept.add(address)
    await filter.addServers(lasting.map(({ address }) => address))
    await Promise.all(lasting.map(async ({ host, address }) => filterAddress(host, address, [DNS])))
  }

  /** Forgets the addresses that were filtered first, until the others have few enough rules. */
  const forgetOldest = (): void => {
    for (const [address, { ports }] of addresses) {
      if (count <= MOST_RULES) return
      if (kept.has(address)) continue
      addresses.delete(address)
      count -= ports.size
      filter.forget(address)
    }
  }

  /** Adds the rules of an address for these ports. If it has another name than before, updates the rules of all its ports. */
  const filterAddress = async (host: string, address: string, ports: readonly number[]): Promise<void> => {
    const known = addresses.get(address)
    const filtered = known ?? { names: addressBook.namesAt(address), ports: new Set() }
    const isOther = known === undefined || !filtered.names.includes(host)
    const fresh = ports.filter((port) => !filtered.ports.has(port))
    if (!filtered.names.includes(host)) filtered.names = [...filtered.names, host].slice(-MOST_NAMES)
    for (const port of fresh) filtered.ports.add(port)
    count += fresh.length
    forgetOldest()
    addresses.set(address, filtered)
    pending++
    try {
      await filter.set([rulesFor(address, filtered, isOther ? filtered.ports : fresh, isOther)])
    } catch (error) {
      // The next answer with this address tries again.
      if (addresses.delete(address)) count -= filtered.ports.size
      throw error
    } finally {
      pending--
    }
  }

  const refresh = async (): Promise<void> => {
    const now = live.now()
    if (now === world && isActive) return
    world = now
    isActive = false
    named = namedNow()
    const fresh = statedNetworksOf(world).filter((network) => !stated.has(network))
    await filter.cover(fresh)
    for (const network of fresh) stated.add(network)
    const all = [...addresses]
    for (const [, filtered] of all) for (const port of named) filtered.ports.add(port)
    count = all.reduce((sum, [, filtered]) => sum + filtered.ports.size, 0)
    const set = filter.set(all.map(([address, filtered]) => rulesFor(address, filtered, filtered.ports, true)))
    await Promise.all([set, filterLasting()])
    isActive = true
  }

  await filterLasting()
  addressBook.listen({
    prepare: async (host, address) => {
      // If too many wait, the answer comes before the rules. They are made at the first connection, which is then a second late.
      if (pending < MOST_PENDING || addresses.has(address)) await filterAddress(host, address, named)
    },
  })
  filter.onUnknown((address, port) => {
    if (isIP(address) === 0) return
    addressBook.recordConnection()
    const known = addresses.get(address)
    const host = known?.names[0] ?? addressBook.namesAt(address)[0] ?? address
    const asked = port === undefined ? [] : known === undefined ? [port] : blockAround(port)
    filterAddress(host, address, known === undefined ? [...named, ...asked] : asked).catch(() => undefined)
  })
  filter.onRefused((address, port, verdict) => {
    const host = addresses.get(address)?.names.at(-1) ?? address
    const note = noteRequests(log, { protocol: 'tcp', server: address, port })
    if (verdict === 'refuse') note(`connection to ${host}:${port}`, 'connection refused', 'refused')
    else note(`connection to ${host}:${port}`, 'no answer', 'lost')
  })
  filter.onEcho((address, isLost) => {
    const host = addresses.get(address)?.names.at(-1) ?? address
    log.add({
      protocol: 'icmp',
      transport: 'icmp',
      server: address,
      port: 0,
      question: `echo request to ${host}`,
      answer: isLost ? 'no answer' : 'echo reply',
      outcome: isLost ? 'lost' : 'answered',
    })
  })
  let failure = ''
  const refreshOrReport = async (): Promise<void> => {
    try {
      await refresh()
      failure = ''
    } catch (error) {
      const text = String(error)
      if (text !== failure)
        process.stderr.write(`The packet filter is not the one of the world, and netbox tries again: ${text}\n`)
      failure = text
    }
  }
  const timer = setInterval(() => void refreshOrReport(), REFRESH_TIME)
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
