import { isIPv6, type Socket } from 'node:net'
import { createAddressSockets } from '../internet/address-sockets.ts'
import { unmapped } from '../internet/addressing.ts'
import type { Endpoint, InternetServer, ServerContext } from '../internet/internet-server.ts'
import { createConnections, listenTcp } from './listen.ts'
import { askConnection } from './ask-connection.ts'
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
  /** Serves one client. The socket is closed if the client sends nothing for a long time. */
  readonly serve: (socket: Socket, host: CalledHost) => void
}

// If a service has more connections, the oldest is closed.
const MOST_CONNECTIONS = 1000
const IDLE_TIME = 30_000

const listenOn = async (
  context: ServerContext,
  { protocol, port, loopbackPort, serve }: TcpService,
): Promise<InternetServer> => {
  const { live, addressing, addressBook, relay, holes } = context
  const isNamespace = addressing.kind === 'namespace'
  const everywhere = isNamespace ? '0.0.0.0' : '127.0.0.1'
  const connections = createConnections(MOST_CONNECTIONS, IDLE_TIME)
  const stateAt = ({ address, names }: CalledHost) => portStatesAt(live.now(), names, address, [port])[0]
  const accept = (socket: Socket): void => {
    const local = unmapped(socket.localAddress)
    const host: CalledHost = { address: addressing.toWorld(local), names: addressBook.namesAt(local) }
    if (host.names.length > 0) addressBook.recordConnection()
    askConnection(context, host, port)
    const state = stateAt(host)
    if (state === 'open' && relay.ports().includes(port))
      relay.accept({ socket, port, ...host }, () => serve(socket, host))
    else if (state === 'open') serve(socket, host)
    else if (state === 'refused') socket.resetAndDestroy()
    // At a silent port, reads and drops the client's data, and sends nothing.
    else socket.resume()
  }
  // A port of the machine has a listener of its own at the machine's address.
  const reusePort = holes?.hostPorts.some((hostPort) => hostPort.port === port) === true
  const first = await listenTcp(everywhere, isNamespace ? port : loopbackPort, connections, accept, { reusePort })
  const sockets = createAddressSockets(
    async (address) => listenTcp(address, first.port, connections, accept),
    !isNamespace,
  )
  if (isNamespace) await sockets.open('::')
  else
    addressBook.listen({
      prepare: (name, local) =>
        // Several names may share an address, so a server usually listens there already.
        sockets.has(local) ||
        isIPv6(local) ||
        stateAt({ address: addressing.toWorld(local), names: [name, ...addressBook.namesAt(local)] }) === 'refused'
          ? undefined
          : sockets.open(local),
      release: sockets.release,
    })
  return {
    endpoints: [{ protocol, transport: 'tcp', host: everywhere, port: first.port }],
    close: async () => {
      const closed = [first.close(), sockets.close()]
      connections.end()
      await Promise.all(closed)
    },
  }
}

/**
 * Listens on the ports of services at every host. In a namespace, it listens on all addresses. On loopback, it listens on 127.0.0.1 and on
 * each address in a DNS answer, unless the world refuses connections there. Rejects with the system's error if a port of 127.0.0.1 is in
 * use, and then listens on none.
 */
export const listenEverywhere = async (
  context: ServerContext,
  services: readonly TcpService[],
): Promise<InternetServer> => {
  const started: InternetServer[] = []
  const close = async (): Promise<void> => {
    await Promise.all(started.map(async (server) => server.close()))
  }
  try {
    for (const service of services) started.push(await listenOn(context, service))
  } catch (error) {
    await close()
    throw error
  }
  return { endpoints: started.flatMap(({ endpoints }) => endpoints), close }
}
