import { once } from 'node:events'
import { type AddressInfo, createServer, isIPv6, type Socket } from 'node:net'
import { createAddressSockets } from '../internet/address-sockets.ts'
import type { Endpoint, Surroundings } from '../internet/internet-server.ts'
import { portStatesAt } from './port-state.ts'

/** The host of the world that a client is connected to. */
export interface CalledHost {
  /** The host's address in the world. On loopback, it is 127.0.0.1 if the client did not connect to a host of the world. */
  readonly address: string
  /** The names of the address from DNS answers, newest first. */
  readonly names: readonly string[]
}

/** A service that all hosts of the world have, on one TCP port. */
export interface TcpService {
  readonly protocol: Endpoint['protocol']
  /** The port in the world and in a namespace. */
  readonly port: number
  /** The port on loopback; 0 selects a free one. */
  readonly loopbackPort: number
  /** The maximum number of connections. If there are more, the oldest is closed. */
  readonly mostConnections?: number
  /** Serves one client. The socket is closed if the client sends nothing for a long time. */
  readonly serve: (socket: Socket, host: CalledHost) => void
}

/** A server with its port. */
interface BoundServer {
  readonly port: number
  readonly close: () => Promise<void>
}

/** The listeners of a service. They listen until you call `close`. */
export interface TcpListeners {
  readonly endpoints: readonly Endpoint[]
  readonly close: () => Promise<void>
}

const MOST_CONNECTIONS = 1000
const IDLE_TIME = 30_000
const BACKLOG = 1024

const plain = (address: string): string => address.replace(/^::ffff:/, '')

/** Limits the number of connections of a service. */
const createConnections = (most: number) => {
  const open = new Set<Socket>()
  return {
    add: (socket: Socket): void => {
      open.add(socket)
      const [oldest] = open
      if (open.size > most) oldest?.destroy()
      socket.setTimeout(IDLE_TIME, () => socket.destroy())
      socket.on('close', () => open.delete(socket))
      socket.on('error', () => socket.destroy())
    },
    end: (): void => {
      for (const socket of open) socket.destroy()
    },
  }
}

const listen = async (accept: (socket: Socket) => void, host: string, port: number): Promise<BoundServer> => {
  const server = createServer({ noDelay: true }, accept)
  server.listen({ port, host, ipv6Only: isIPv6(host), backlog: BACKLOG })
  await once(server, 'listening')
  server.on('error', () => undefined)
  return {
    port: (server.address() as AddressInfo).port, // The cast is safe: a server on a port has an address of this type.
    close: async () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}

/**
 * Listens on the port of a service at every host. In a namespace, it listens on all addresses. On loopback, it listens on 127.0.0.1 and on
 * each address in a DNS answer, unless the world refuses connections there. Rejects with the system's error if the port of 127.0.0.1 is in
 * use.
 */
export const listenEverywhere = async (
  { live, addressing, book }: Surroundings,
  { protocol, port, loopbackPort, mostConnections = MOST_CONNECTIONS, serve }: TcpService,
): Promise<TcpListeners> => {
  const isNamespace = addressing.kind === 'namespace'
  const connections = createConnections(mostConnections)
  const stateAt = ({ address, names }: CalledHost) => portStatesAt(live.now(), names, address, [port])[0]
  const accept = (socket: Socket): void => {
    connections.add(socket)
    const local = plain(socket.localAddress ?? '')
    const host: CalledHost = { address: addressing.toWorld(local), names: book.namesAt(local) }
    if (host.names.length > 0) book.noteCall()
    const state = stateAt(host)
    if (state === 'open') serve(socket, host)
    else if (state === 'closed') socket.resetAndDestroy()
    // At a silent port, reads and drops the client's data, and sends nothing.
    else socket.resume()
  }
  const first = await listen(accept, isNamespace ? '0.0.0.0' : '127.0.0.1', isNamespace ? port : loopbackPort)
  const sockets = createAddressSockets(async (address) => listen(accept, address, first.port), !isNamespace)
  if (isNamespace) await sockets.open('::')
  else
    book.listen({
      prepare: (name, local) =>
        // Several names may share an address, so a server usually listens there already.
        sockets.has(local) ||
        isIPv6(local) ||
        stateAt({ address: addressing.toWorld(local), names: [name, ...book.namesAt(local)] }) === 'closed'
          ? undefined
          : sockets.open(local),
      release: sockets.release,
    })
  return {
    endpoints: [{ protocol, transport: 'tcp', host: isNamespace ? '0.0.0.0' : '127.0.0.1', port: first.port }],
    close: async () => {
      const closed = [first.close(), sockets.close()]
      connections.end()
      await Promise.all(closed)
    },
  }
}
