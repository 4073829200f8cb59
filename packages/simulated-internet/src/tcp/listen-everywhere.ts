import { once } from 'node:events'
import { type AddressInfo, createServer, isIPv6, type Server, type Socket } from 'node:net'
import type { Endpoint, Surroundings } from '../internet/internet-server.ts'
import { portStateOf } from './port-state.ts'

/** The host of the world that a client is connected to. */
export interface CalledHost {
  /** Its address in the world; on loopback 127.0.0.1 where the client asked for no host of the world. */
  readonly address: string
  /** The names that were handed out for the address, the newest first. */
  readonly names: readonly string[]
}

/** A service of all hosts of the world, on one TCP port. */
export interface TcpService {
  readonly protocol: Endpoint['protocol']
  /** The port in the world, and in a namespace. */
  readonly port: number
  /** The port on loopback; 0 takes a free one. */
  readonly loopbackPort: number
  /** How many connections are kept; beyond it the oldest ends. */
  readonly mostConnections?: number
  /** Serves one client. The socket ends by itself where the client is silent for long. */
  readonly serve: (socket: Socket, host: CalledHost) => void
}

/** Where a service listens, until it is closed. */
export interface TcpListeners {
  readonly endpoints: readonly Endpoint[]
  readonly close: () => Promise<void>
}

const MOST_CONNECTIONS = 1000
const MOST_ADDRESSES = 1000
const IDLE_TIME = 30_000
const BACKLOG = 1024

const plain = (address: string): string => address.replace(/^::ffff:/, '')

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EADDRNOTAVAIL')

/** Keeps the connections of a service within bounds. */
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

const listen = async (server: Server, host: string, port: number): Promise<Server> => {
  server.listen({ port, host, ipv6Only: isIPv6(host), backlog: BACKLOG })
  await once(server, 'listening')
  server.on('error', () => undefined)
  return server
}

/**
 * Listens for a service at every host: in a namespace on all addresses, on loopback at each address as it is handed out, unless the
 * world refuses connections there. Rejects with the system's error where the port of 127.0.0.1 is in use.
 */
export const listenEverywhere = async (
  { live, addressing, book }: Surroundings,
  { protocol, port, loopbackPort, mostConnections = MOST_CONNECTIONS, serve }: TcpService,
): Promise<TcpListeners> => {
  const isNamespace = addressing.kind === 'namespace'
  const connections = createConnections(mostConnections)
  const stateAt = ({ address, names }: CalledHost) => portStateOf(live.now(), names, address, port)
  const accept = (socket: Socket): void => {
    connections.add(socket)
    const local = plain(socket.localAddress ?? '')
    const host: CalledHost = { address: addressing.toWorld(local), names: book.namesAt(local) }
    const state = stateAt(host)
    if (state === 'open') serve(socket, host)
    else if (state === 'closed') socket.resetAndDestroy()
    // Nothing comes back from a silent port: what the client sends is read and forgotten.
    else socket.resume()
  }
  const create = (): Server => createServer({ noDelay: true }, accept)
  const servers = new Map<string, Promise<Server | undefined>>()
  const first = await listen(create(), isNamespace ? '0.0.0.0' : '127.0.0.1', isNamespace ? port : loopbackPort)
  servers.set('', Promise.resolve(first))
  const bound = (first.address() as AddressInfo).port // it listens on a port, so it has one
  if (isNamespace) servers.set('::', listen(create(), '::', port))
  else
    book.listen((name, local) => {
      if (local === '127.0.0.1' || isIPv6(local) || servers.has(local)) return undefined
      const address = addressing.toWorld(local)
      if (stateAt({ address, names: [name] }) === 'closed') return undefined
      const server = listen(create(), local, bound).catch((error: unknown) => {
        // Another program has the port of this one host; the others are there all the same.
        if (isBusy(error)) return undefined
        throw error
      })
      servers.set(local, server)
      const oldest = [...servers.keys()][1]
      if (servers.size > MOST_ADDRESSES && oldest !== undefined) {
        void servers.get(oldest)?.then((ended) => ended?.close())
        servers.delete(oldest)
      }
      return server.then(() => undefined)
    })
  await Promise.all(servers.values())
  return {
    endpoints: [{ protocol, transport: 'tcp', host: isNamespace ? '0.0.0.0' : '127.0.0.1', port: bound }],
    close: async () => {
      const ended = [...servers.values()].map(async (starting) => {
        const server = await starting
        if (server === undefined) return
        await new Promise((resolve) => {
          server.close(resolve)
          connections.end()
        })
      })
      await Promise.all(ended)
    },
  }
}
