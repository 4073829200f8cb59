import { once } from 'node:events'
import { type AddressInfo, createServer, isIPv6, type Socket } from 'node:net'

/** A server with its port. */
export interface BoundServer {
  readonly port: number
  readonly close: () => Promise<void>
}

/** The open connections of one or several servers. */
export interface Connections {
  readonly add: (socket: Socket) => void
  /** Records that a client sent a request, so that its connection is not the next to be closed. */
  readonly use: (socket: Socket) => void
  /** Closes all connections. */
  readonly end: () => void
}

const BACKLOG = 1024

/**
 * Limits connections: if there are more than `most`, the one that was added or used first is closed, and so is one whose client sends
 * nothing for `idleTime` milliseconds.
 */
export const createConnections = (most = Infinity, idleTime = 0): Connections => {
  const open = new Set<Socket>()
  return {
    add: (socket) => {
      open.add(socket)
      const [oldest] = open
      if (open.size > most) oldest?.destroy()
      socket.setTimeout(idleTime, () => socket.destroy())
      socket.on('close', () => open.delete(socket))
      socket.on('error', () => socket.destroy())
    },
    use: (socket) => {
      if (open.delete(socket)) open.add(socket)
    },
    end: () => {
      for (const socket of open) socket.destroy()
    },
  }
}

/** The options of a listener that has its port at one address, beside another listener at all addresses. */
interface ListenOptions {
  /** Reads nothing from connections, so that another process can read all of it. */
  readonly pauseOnConnect?: boolean
  readonly reusePort?: boolean
}

/** Listens on a TCP port. Rejects with the system's error if the port is in use. `close` leaves the connections open. */
export const listenTcp = async (
  host: string,
  port: number,
  connections: Connections,
  accept: (socket: Socket) => void,
  { pauseOnConnect = false, reusePort = false }: ListenOptions = {},
): Promise<BoundServer> => {
  const server = createServer({ noDelay: true, pauseOnConnect }, (socket) => {
    connections.add(socket)
    accept(socket)
  })
  server.listen({ port, host, ipv6Only: isIPv6(host), backlog: BACKLOG, reusePort })
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

/** Listens on a TCP port with connections of its own, which `close` closes too. */
export const listenAlone = async (
  host: string,
  port: number,
  connections: Connections,
  accept: (socket: Socket) => void,
): Promise<BoundServer> => {
  const server = await listenTcp(host, port, connections, accept)
  return {
    port: server.port,
    close: async () => {
      const closed = server.close()
      connections.end()
      await closed
    },
  }
}
