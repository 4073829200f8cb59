import { isIP, isIPv6 } from 'node:net'
import { publicResolversOf, zoneOf } from '@netbox/core/dns'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'
import type { Endpoint, InternetServer, Surroundings } from '../internet/internet-server.ts'
import { createResponder } from './responder.ts'
import { listenTcp } from './tcp-listener.ts'
import { type AskedServer, bindUdp, type UdpServer } from './udp-sockets.ts'

/** Where DNS is served. */
export interface DnsServerOptions {
  /** The port of the resolver on loopback; 0 takes a free one. In a namespace it is 53. */
  readonly port: number
}

/** How many servers have sockets of their own; beyond it those that were named the longest ago lose theirs. */
const MOST_ADDRESSES = 1000
const NAME_SERVER = /^ns\d\./

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EADDRNOTAVAIL')

/** The sockets of servers that have an address each. */
const createSockets = (bind: (address: string) => Promise<readonly UdpServer[]>, mayBeBusy: boolean) => {
  const bound = new Map<string, Promise<readonly UdpServer[]>>()
  const end = async (sockets: Promise<readonly UdpServer[]>) =>
    Promise.all((await sockets).map(async ({ close }) => close()))
  return {
    open: (address: string): Promise<unknown> | undefined => {
      if (bound.has(address)) return undefined
      const sockets = bind(address).catch((error: unknown) => {
        // Another program has the port of this one server; the others are there all the same.
        if (mayBeBusy && isBusy(error)) return []
        throw error
      })
      bound.set(address, sockets)
      const [oldest] = bound
      if (bound.size > MOST_ADDRESSES && oldest !== undefined) {
        bound.delete(oldest[0])
        void end(oldest[1])
      }
      return sockets
    },
    close: async () => {
      await Promise.all([...bound.values()].map(end))
    },
  }
}

const isLocal = (address: string): boolean => address === '::1' || address.startsWith('127.')

/** Starts the DNS servers: the resolvers of the world, and its name servers as their addresses are handed out. */
export const startDnsServer = async (
  surroundings: Surroundings,
  { port: wanted }: DnsServerOptions,
): Promise<InternetServer> => {
  const { addressing, book, live } = surroundings
  const respond = createResponder(surroundings)
  const isNamespace = addressing.kind === 'namespace'
  const askedServer: AskedServer = (local, client) => {
    if (isIP(local) === 0 || local === '::') return TOOLS_RESOLVER
    // In a namespace a client has the address that it calls, and a socket for all addresses knows no other.
    if (local === '0.0.0.0') return isLocal(client) ? TOOLS_RESOLVER : client
    const server = addressing.toWorld(local)
    return isLocal(server) ? TOOLS_RESOLVER : server
  }
  const listening = { respond, askedServer, reuseAddress: isNamespace }
  const host = isNamespace ? '0.0.0.0' : '127.0.0.1'
  const open: UdpServer[] = []
  const bindBoth = async (address: string, port: number): Promise<UdpServer[]> => {
    const tcp = await listenTcp(address, port, listening)
    try {
      return [tcp, await bindUdp(address, tcp.port, listening)]
    } catch (error) {
      await tcp.close()
      throw error
    }
  }
  const first = await bindBoth(host, isNamespace ? 53 : wanted)
  open.push(...first)
  const port = first[0]?.port ?? wanted
  if (isNamespace) open.push(...(await bindBoth('::', port)))
  // In a namespace one socket listens for connections to all addresses; datagrams of IPv6 need the address that they leave from.
  const sockets = createSockets(
    async (address) => (isNamespace ? [await bindUdp(address, port, listening)] : bindBoth(address, port)),
    !isNamespace,
  )
  const openAt = (address: string): Promise<unknown> | undefined => {
    const local = addressing.toLocal(address)
    return local === undefined || local === host || (!isNamespace && isIPv6(local)) ? undefined : sockets.open(local)
  }
  book.listen((name, address) =>
    NAME_SERVER.test(name) ? openAt(addressing.toWorld(address))?.then(() => undefined) : undefined,
  )
  const world = live.now()
  const root = zoneOf(world, '.')?.nameservers.flatMap(({ addresses }) => addresses) ?? []
  const resolvers = publicResolversOf(world).map(({ address }) => address)
  await Promise.all([TOOLS_RESOLVER, ...resolvers, ...root].map(async (address) => openAt(address)))
  const endpoint = (transport: Endpoint['transport']): Endpoint => ({
    protocol: 'dns',
    transport,
    host: isNamespace ? TOOLS_RESOLVER : host,
    port,
  })
  return {
    endpoints: [endpoint('udp'), endpoint('tcp')],
    close: async () => {
      await Promise.all([sockets.close(), ...open.map(async ({ close }) => close())])
    },
  }
}
