import { isIP, isIPv6 } from 'node:net'
import { publicResolversOf, type World, zoneOf } from '@netbox/core/dns'
import { createAddressSockets } from '../internet/address-sockets.ts'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'
import type { Endpoint, InternetServer, LastingHost, Surroundings } from '../internet/internet-server.ts'
import { createResponder } from './responder.ts'
import { listenTcp } from './tcp-listener.ts'
import { type AskedServer, bindUdp, type UdpServer } from './udp-sockets.ts'

/** Options of the DNS servers. */
export interface DnsServerOptions {
  /** The port of the resolver on loopback; 0 selects a free one. In a namespace, the port is always 53. */
  readonly port: number
}

const NAME_SERVER = /^ns\d\./

// The zones whose nameservers programs may know beforehand. The servers of other zones are ready when a DNS answer contains their addresses.
const TOP_ZONES = ['.', 'arpa', 'in-addr.arpa', 'ip6.arpa', 'com', 'example', 'io', 'net', 'org', 'test', 'uk'] as const

/** Returns the servers that programs may call without a DNS answer: the resolvers, and the servers of the root and of top-level domains. */
const lastingServers = (world: World): LastingHost[] => {
  const servers = TOP_ZONES.flatMap((name) => zoneOf(world, name)?.nameservers ?? [])
  const hosts = new Map(servers.map(({ host, addresses }) => [host, addresses]))
  return [
    { host: TOOLS_RESOLVER, address: TOOLS_RESOLVER },
    ...publicResolversOf(world).map(({ address }) => ({ host: address, address })),
    ...[...hosts].flatMap(([host, addresses]) => addresses.map((address) => ({ host, address }))),
  ]
}

const isLocal = (address: string): boolean => address === '::1' || address.startsWith('127.')

/** Starts the DNS servers: the world's resolvers at once, and each nameserver when a DNS answer contains its address. */
export const startDnsServer = async (
  surroundings: Surroundings,
  { port: wanted }: DnsServerOptions,
): Promise<InternetServer> => {
  const { addressing, book, live } = surroundings
  const respond = createResponder(surroundings)
  const isNamespace = addressing.kind === 'namespace'
  const askedServer: AskedServer = (local, client) => {
    if (isIP(local) === 0 || local === '::') return TOOLS_RESOLVER
    // A socket for all addresses knows only the client's source address. In a namespace, this equals the address that the client contacted.
    if (local === '0.0.0.0') return isLocal(client) ? TOOLS_RESOLVER : client
    const server = addressing.toWorld(local)
    return isLocal(server) ? TOOLS_RESOLVER : server
  }
  const listening = { respond, askedServer, reuseAddress: isNamespace }
  const host = isNamespace ? '0.0.0.0' : '127.0.0.1'
  const bindBoth = async (address: string, port: number): Promise<UdpServer> => {
    const tcp = await listenTcp(address, port, listening)
    try {
      const udp = await bindUdp(address, tcp.port, listening)
      return { port: tcp.port, close: async () => void (await Promise.all([tcp.close(), udp.close()])) }
    } catch (error) {
      await tcp.close()
      throw error
    }
  }
  const first = await bindBoth(host, isNamespace ? 53 : wanted)
  const { port } = first
  const others = isNamespace ? [await bindBoth('::', port)] : []
  // In a namespace, one socket accepts connections to all addresses. IPv6 datagrams need a socket for each source address.
  const sockets = createAddressSockets(
    async (address) => (isNamespace ? bindUdp(address, port, listening) : bindBoth(address, port)),
    !isNamespace,
  )
  const openAt = (address: string): Promise<void> | undefined => {
    const local = addressing.toLocal(address)
    return local === undefined || local === host || (!isNamespace && isIPv6(local)) ? undefined : sockets.open(local)
  }
  const lasting = (): LastingHost[] => lastingServers(live.now())
  const kept = new Set<string>()
  const openLasting = async (): Promise<void> => {
    await Promise.all(
      lasting().map(async ({ address }) => {
        kept.add(address)
        return openAt(address)
      }),
    )
  }
  await openLasting()
  book.listen({
    prepare: (name, address) => (NAME_SERVER.test(name) ? openAt(addressing.toWorld(address)) : undefined),
    release: (address) => {
      if (!kept.has(addressing.toWorld(address))) sockets.release(address)
    },
  })
  const endpoint = (transport: Endpoint['transport']): Endpoint => ({
    protocol: 'dns',
    transport,
    host: isNamespace ? TOOLS_RESOLVER : host,
    port,
  })
  return {
    endpoints: [endpoint('udp'), endpoint('tcp')],
    lasting,
    refresh: openLasting,
    close: async () => {
      await Promise.all([sockets, first, ...others].map(async ({ close }) => close()))
    },
  }
}
