import { isIP, isIPv6, type Socket } from 'node:net'
import { knownResolversOf, publicResolversOf, type World, zoneOf } from '@netbox/core/dns'
import { createAddressSockets } from '../internet/address-sockets.ts'
import { isLoopback, TOOLS_RESOLVER, unmapped } from '../internet/addressing.ts'
import type { Endpoint, InternetServer, LastingHost, ServerPorts, ServerContext } from '../internet/internet-server.ts'
import { createConnections, listenAlone, type BoundServer } from '../tcp/listen.ts'
import { isNameserver } from '../tcp/port-state.ts'
import { serversOf } from './answer-updates.ts'
import { createNotifications } from './notify.ts'
import { createResponder } from './responder.ts'
import { createSignedResponder, type MessageResponder } from './signed-responder.ts'
import { createTransfers, END_OF_CONNECTION, type Transfers } from './transfers.ts'
import { once } from 'node:events'
import dgram, { type RemoteInfo } from 'node:dgram'

/** A function that finds the world's server for a query: its address, by the socket's local address and the client's address. */
type AskedServer = (local: string, client: string) => string

type Answered = Awaited<ReturnType<MessageResponder>>

const isPromise = (value: ReturnType<MessageResponder>): value is Promise<Answered> => value instanceof Promise

const messagesOf = (response: Answered): readonly Buffer[] =>
  response === undefined ? [] : Buffer.isBuffer(response) ? [response] : response

// Returns an address unchanged, because it needs no lookup. The family in the result is never used.
const lookup = (host: string, _options: unknown, callback: (error: null, address: string, family: number) => void) =>
  callback(null, host, 0)

const RECEIVE_BUFFER = 1_048_576

/** The responder and the options that all DNS sockets share. */
interface Listening {
  readonly respond: MessageResponder
  readonly askedServer: AskedServer
  readonly begin: Transfers['begin']
  /** Whether one socket may listen on an address while another listens on all. If set, a port that another program uses causes no error. */
  readonly reuseAddress: boolean
}

/** Binds a UDP socket and answers queries on it. Rejects with the system's error if the port is in use. */
const bindUdp = async (
  host: string,
  port: number,
  { respond, askedServer, reuseAddress }: Listening,
): Promise<BoundServer> => {
  const socket = dgram.createSocket({
    type: isIPv6(host) ? 'udp6' : 'udp4',
    ...(isIPv6(host) ? { ipv6Only: true } : {}),
    reuseAddr: reuseAddress,
    recvBufferSize: RECEIVE_BUFFER,
    lookup,
  })
  const ignore = (): void => undefined
  let isClosed = false
  // A socket for a single address has only one server.
  const only = host === '0.0.0.0' ? undefined : askedServer(host, '')
  // Reads all waiting messages, then sends their answers together, because waking a client takes longer than computing most answers.
  let leaving: (readonly [response: Buffer, client: RemoteInfo])[] = []
  const flush = (): void => {
    const batch = leaving
    leaving = []
    // There is no callback, because errors about clients that no longer listen don't matter.
    for (const [response, { port: to, address }] of batch) if (!isClosed) socket.send(response, to, address)
  }
  const send = (response: Answered, client: RemoteInfo): void => {
    const [first] = messagesOf(response)
    if (first !== undefined && leaving.push([first, client]) === 1) setImmediate(flush)
  }
  socket.on('message', (message, client) => {
    const response = respond({ message, transport: 'udp', server: only ?? askedServer(host, client.address) })
    if (isPromise(response)) response.then((ready) => send(ready, client)).catch(ignore)
    else send(response, client)
  })
  const listening = once(socket, 'listening')
  socket.bind({ port, address: host, exclusive: true })
  try {
    await listening
  } catch (error) {
    socket.close()
    throw error
  }
  socket.on('error', ignore)
  let closed: Promise<void> | undefined
  return {
    port: socket.address().port,
    close: () => {
      isClosed = true
      closed ??= new Promise((resolve) => {
        socket.close(resolve)
      })
      return closed
    },
  }
}

/** The time after which an idle connection ends, in milliseconds (RFC 7766, section 6.2.3). */
const IDLE_TIME = 10_000
/** The maximum number of connections. If there are more, the server closes the one that was idle the longest. */
const MOST_CONNECTIONS = 1000
/** The maximum size of the answers that wait to be sent to a client, in bytes. */
const MOST_WAITING = 262_144

const framed = (response: Buffer): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(response.length)
  return Buffer.concat([length, response])
}

/** Waits until a client has read its answers, or is gone. */
const drained = async (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const settle = (): void => {
      socket.off('drain', settle).off('close', settle)
      resolve()
    }
    socket.once('drain', settle).once('close', settle)
  })

/** Reads messages from a connection, each with a length prefix (RFC 1035, section 4.2.2), and answers them in order. */
export const serveMessages = (
  socket: Socket,
  respond: (message: Buffer) => ReturnType<MessageResponder>,
  begin: Transfers['begin'] = () => () => undefined,
): void => {
  let waiting = Buffer.alloc(0)
  const answer = async (message: Buffer): Promise<void> => {
    // Rules of a world document may delay the response for longer.
    socket.setTimeout(0)
    const response = await respond(message)
    socket.setTimeout(IDLE_TIME)
    const end = response === undefined || Buffer.isBuffer(response) ? undefined : begin()
    for (const one of messagesOf(response)) {
      if (!socket.writable) break
      if (one === END_OF_CONNECTION) socket.end()
      else socket.write(framed(one))
      if (socket.writableLength > MOST_WAITING) await drained(socket)
    }
    end?.()
  }
  // Reading pauses until all these messages are answered, so answers keep the order of their queries.
  const answerAll = async (messages: readonly Buffer[]): Promise<void> => {
    try {
      for (const message of messages) await answer(message)
      socket.resume()
    } catch {
      socket.destroy()
    }
  }
  socket.on('data', (octets) => {
    waiting = waiting.length === 0 ? octets : Buffer.concat([waiting, octets])
    const messages: Buffer[] = []
    while (waiting.length >= 2 && waiting.length >= 2 + waiting.readUInt16BE()) {
      const end = 2 + waiting.readUInt16BE()
      messages.push(waiting.subarray(2, end))
      waiting = waiting.subarray(end)
    }
    if (messages.length === 0) return
    socket.pause()
    void answerAll(messages)
  })
}

/** Listens on a TCP port and answers messages there. Rejects with the system's error if the port is in use. */
const bindTcp = async (
  host: string,
  port: number,
  { respond, askedServer, begin }: Listening,
): Promise<BoundServer> => {
  const connections = createConnections(MOST_CONNECTIONS, IDLE_TIME)
  return listenAlone(host, port, connections, (socket) => {
    const server = askedServer(unmapped(socket.localAddress), unmapped(socket.remoteAddress))
    const answer = (message: Buffer) => {
      connections.use(socket)
      return respond({ message, transport: 'tcp', server })
    }
    serveMessages(socket, answer, begin)
  })
}

// The zones whose nameservers programs may know beforehand. The servers of other zones are ready when a DNS answer contains their addresses.
const TOP_ZONES = ['.', 'arpa', 'in-addr.arpa', 'ip6.arpa', 'com', 'example', 'io', 'net', 'org', 'test', 'uk'] as const

/** Returns the nameservers whose addresses the world document or the known internet lists with their names. */
const knownNameservers = (world: World): LastingHost[] =>
  [...(world.facts?.addresses ?? [])].flatMap(([address, { reverse }]) =>
    reverse != null && isNameserver(world, reverse.hostname) ? [{ host: reverse.hostname, address }] : [],
  )

/** Returns the servers that programs may call without a DNS answer: the resolvers, and the servers of the root and of top-level domains. */
const lastingServers = (world: World, isNamespace: boolean): LastingHost[] => {
  const servers = TOP_ZONES.flatMap((name) => zoneOf(world, name)?.nameservers ?? [])
  const hosts = new Map(servers.map(({ host, addresses }) => [host, addresses]))
  return [
    { host: TOOLS_RESOLVER, address: TOOLS_RESOLVER },
    ...publicResolversOf(world).map(({ address }) => ({ host: address, address })),
    ...(isNamespace ? knownResolversOf(world) : []).map((address) => ({ host: address, address })),
    ...(isNamespace ? knownNameservers(world) : []),
    ...[...hosts].flatMap(([host, addresses]) => addresses.map((address) => ({ host, address }))),
  ]
}

/** Starts the DNS servers: the world's resolvers at once, and each nameserver when a DNS answer contains its address. */
export const startDnsServer = async (
  context: ServerContext,
  { dns: wanted = 0 }: ServerPorts,
): Promise<InternetServer> => {
  const { addressing, addressBook, live } = context
  const transfers = createTransfers(context, serversOf(context))
  transfers.refresh()
  const notify = createNotifications(context)
  const respond = createSignedResponder(context, createResponder(context), transfers)
  const isNamespace = addressing.kind === 'namespace'
  const askedServer: AskedServer = (local, client) => {
    if (isIP(local) === 0 || local === '::') return TOOLS_RESOLVER
    // A socket for all addresses knows only the client's source address. In a namespace, this equals the address that the client contacted.
    if (local === '0.0.0.0') return isLoopback(client) ? TOOLS_RESOLVER : client
    const server = addressing.toWorld(local)
    return isLoopback(server) ? TOOLS_RESOLVER : server
  }
  const listening = { respond, askedServer, begin: transfers.begin, reuseAddress: isNamespace }
  const host = isNamespace ? '0.0.0.0' : '127.0.0.1'
  const bindBoth = async (address: string, port: number): Promise<BoundServer> => {
    const tcp = await bindTcp(address, port, listening)
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
  const lasting = (): LastingHost[] => lastingServers(live.now(), isNamespace)
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
  addressBook.listen({
    prepare: (name, address) => (isNameserver(live.now(), name) ? openAt(addressing.toWorld(address)) : undefined),
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
    refresh: async () => {
      await openLasting()
      notify(transfers.refresh())
    },
    close: async () => {
      await Promise.all([sockets, first, ...others].map(async ({ close }) => close()))
    },
  }
}
