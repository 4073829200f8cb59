import { isIP, isIPv6 } from 'node:net'
import { publicResolversOf, zoneOf } from '@netbox/core/dns'
import { createAddressSockets } from '../internet/address-sockets.ts'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'
import type { Endpoint, InternetServer, Surroundings } from '../internet/internet-server.ts'
import { createResponder } from './responder.ts'
import { listenTcp } from './tcp-listener.ts'
import { type AskedServer, bindUdp, type UdpServer } from './udp-sockets.ts'

/** Options of the DNS servers. */
export interface DnsServerOptions {
  /** The port of the resolver on loopback; 0 selects a free one. In a namespace, the port is always 53. */
  readonly port: number
}

const NAME_SERVER = /^ns\d\./

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
  const world = live.now()
  const root = zoneOf(world, '.')?.nameservers.flatMap(({ addresses }) => addresses) ?? []
  const resolvers = publicResolversOf(world).map(({ address }) => address)
  const lasting = [TOOLS_RESOLVER, ...resolvers, ...root]
  await Promise.all(lasting.map(async (address) => openAt(address)))
  book.listen({
    prepare: (name, address) => (NAME_SERVER.test(name) ? openAt(addressing.toWorld(address)) : undefined),
    release: (address) => {
      if (!lasting.includes(addressing.toWorld(address))) sockets.release(address)
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
    close: async () => {
      await Promise.all([sockets, first, ...others].map(async ({ close }) => close()))
    },
  }
}
