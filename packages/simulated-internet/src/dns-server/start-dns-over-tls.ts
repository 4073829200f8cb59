import type { World } from '@netbox/core/dns'
import type { Socket } from 'node:net'
import type { InternetServer, ServerContext } from '../internet/internet-server.ts'
import { noteRequests } from '../internet/request-log.ts'
import { type CalledHost, listenEverywhere } from '../tcp/listen-everywhere.ts'
import { askTls } from '../tls/ask-tls.ts'
import { acceptTls } from '../tls/accept-tls.ts'
import { createServerContexts } from '../tls/server-contexts.ts'
import { isEncryptedResolver, resolverTls } from './encrypted-resolvers.ts'
import { createResponder } from './responder.ts'
import { serveMessages } from './start-dns-server.ts'

const PORT = 853

/** Starts the resolvers over TLS (RFC 7858), at the addresses that they have over UDP. */
export const startDnsOverTls = async (context: ServerContext): Promise<InternetServer> => {
  const { live, log, ask } = context
  const respond = createResponder(context)
  const contextOf = createServerContexts(context)
  const serve = async (socket: Socket, host: CalledHost): Promise<void> => {
    const { address: server } = host
    await acceptTls(socket, {
      protocols: ['dot'],
      contextFor: async ({ serverName }) => {
        const offeredIn = (world: World) =>
          isEncryptedResolver(world, server)
            ? resolverTls(world, 'dot', server, serverName ?? host.names[0])
            : undefined
        askTls(ask, `${serverName ?? server}:${PORT}`, offeredIn)
        const settings = offeredIn(live.now())
        return settings && { secureContext: await contextOf(settings), handshake: settings.handshake }
      },
      accepted: (secured) =>
        serveMessages(secured, (message) => respond({ message, transport: 'tcp', server, port: PORT })),
      failed: (reason, hello) =>
        noteRequests(log, { protocol: 'dns', server, port: PORT })(
          `TLS ${hello?.serverName ?? server}`,
          reason,
          'refused',
        ),
    })
  }
  return listenEverywhere(context, [
    {
      protocol: 'dns',
      port: PORT,
      loopbackPort: 0,
      serve: (socket, host) => void serve(socket, host).catch(() => socket.destroy()),
    },
  ])
}
