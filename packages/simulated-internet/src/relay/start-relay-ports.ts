import type { InternetServer, ServerContext } from '../internet/internet-server.ts'
import { noteRequests } from '../internet/request-log.ts'
import { MACHINE } from '../namespace/host-ports.ts'
import { createConnections, listenTcp } from '../tcp/listen.ts'
import { listenEverywhere } from '../tcp/listen-everywhere.ts'
import { worldPortsOf } from '../tcp/world-ports.ts'

const IDLE_TIME = 60_000

/**
 * Listens on the ports of the world that lead to the user's own servers and that no service of the world has. At other hosts, they accept
 * connections and send nothing, like every open port without a service. The ports of the machine (`--host-port`) have listeners of their own.
 */
export const startRelayPorts = async (
  context: ServerContext,
  servers: readonly InternetServer[],
): Promise<InternetServer> => {
  const isNamespace = context.addressing.kind === 'namespace'
  const served = isNamespace
    ? new Set(servers.flatMap(({ endpoints }) => endpoints.map(({ port }) => port)))
    : worldPortsOf(servers)
  const { holes } = context
  const holePorts = new Set((holes?.hostPorts ?? []).map(({ port }) => port))
  const ports = [...new Set([...context.relay.ports(), ...holePorts])].filter((port) => !served.has(port))
  const { endpoints, close } = await listenEverywhere(
    context,
    ports.map((port) => ({
      protocol: 'tcp',
      port,
      loopbackPort: 0,
      serve: (socket) => void socket.setTimeout(IDLE_TIME).resume(),
    })),
  )
  const machine = [...holePorts].map(async (port) =>
    listenTcp(
      MACHINE.address,
      port,
      createConnections(),
      (socket) =>
        holes?.open(socket, port, noteRequests(context.log, { protocol: 'tcp', server: MACHINE.address, port })),
      { pauseOnConnect: true, reusePort: true },
    ),
  )
  const opened = await Promise.all(machine)
  const relayed = new Map(ports.map((port, index) => [port, endpoints[index]?.port ?? 0]))
  return {
    endpoints: isNamespace ? endpoints : [],
    worldPorts: relayed,
    close: async () => {
      await Promise.all([close(), ...opened.map(async (server) => server.close())])
    },
  }
}
