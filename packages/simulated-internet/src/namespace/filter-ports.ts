import { createServer, isIP } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { World } from '@netbox/core/dns'
import { addressPlan, pingTimesOf } from '@netbox/core/network'
import type { InternetServer, Surroundings } from '../internet/internet-server.ts'
import { portStateOf } from '../tcp/port-state.ts'
import { type EchoLoss, hasPacketFilter, installPacketFilter, type PortRule, type Verdict } from './packet-filter.ts'

// These ports have their rules before a client connects: the services that the tools know by name, mail submission and WHOIS.
const KNOWN_PORTS = [21, 22, 25, 43, 53, 80, 110, 143, 443, 465, 587, 993, 995, 2525] as const
// The number of ports in a block. A connection attempt to another port creates the rules of the whole block around it.
const BLOCK = 512
const HIGHEST_PORT = 65_535
const MOST_RULES = 200_000
const REFRESH_TIME = 1000
const MOST_CONNECTIONS = 1000
const IDLE_TIME = 60_000

const VERDICTS: Readonly<Record<'open' | 'closed' | 'silent', Verdict>> = {
  open: 'accept',
  closed: 'refuse',
  silent: 'drop',
}

/** An address with rules, and the ports that have them. */
interface Filtered {
  host: string
  readonly ports: Set<number>
}

const lossOf = (world: World, host: string, address: string): EchoLoss => {
  const named = pingTimesOf(world, host, 10)
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
  const filter = await installPacketFilter({ networks, served: [...new Set(served)], otherwise: mute.port })
  const addresses = new Map<string, Filtered>()
  let count = 0
  let world = live.now()

  const rulesFor = (address: string, { host }: Filtered, ports: Iterable<number>): PortRule[] =>
    [...ports].map((port) => ({
      address,
      port,
      verdict: VERDICTS[portStateOf(world, [host], address, port)],
    }))

  const filterAddress = async (host: string, address: string, more: readonly number[] = []): Promise<void> => {
    const known = addresses.get(address)
    const filtered = known ?? { host, ports: new Set(KNOWN_PORTS) }
    const isOther = known === undefined || known.host !== host
    const before = known === undefined ? 0 : filtered.ports.size
    filtered.host = host
    for (const port of more) filtered.ports.add(port)
    count += filtered.ports.size - before
    if (count > MOST_RULES) {
      filter.clear()
      addresses.clear()
      count = filtered.ports.size
    }
    addresses.set(address, filtered)
    await filter.set(
      rulesFor(address, filtered, isOther ? filtered.ports : more),
      isOther ? [lossOf(world, host, address)] : [],
    )
  }

  const refresh = async (): Promise<void> => {
    const now = live.now()
    if (now === world) return
    world = now
    const all = [...addresses]
    await filter.set(
      all.flatMap(([address, filtered]) => rulesFor(address, filtered, filtered.ports)),
      all.map(([address, { host }]) => lossOf(world, host, address)),
    )
  }

  book.listen({
    prepare: (host, address) => (addresses.get(address)?.host === host ? undefined : filterAddress(host, address)),
  })
  filter.onUnknown((address, port) => {
    if (isIP(address) === 0) return
    book.noteCall()
    const known = addresses.get(address)
    const host = known?.host ?? book.namesAt(address)[0] ?? address
    const isFirst = known === undefined
    filterAddress(host, address, isFirst ? [port] : blockAround(port)).catch(() => undefined)
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
