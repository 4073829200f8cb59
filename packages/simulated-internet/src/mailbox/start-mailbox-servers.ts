import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { InternetServer, ServerPorts, ServerContext } from '../internet/internet-server.ts'
import { noteRequests } from '../internet/request-log.ts'
import { type CalledHost, listenEverywhere } from '../tcp/listen-everywhere.ts'
import { acceptTls } from '../tls/accept-tls.ts'
import { askTls } from '../tls/ask-tls.ts'
import { createServerContexts, tlsServerOf } from '../tls/server-contexts.ts'
import type { MailboxSession } from './open-mailbox.ts'
import { serveImap } from './serve-imap.ts'
import { servePop3 } from './serve-pop3.ts'

/** Servers of IMAP wait for at least this long (RFC 3501, section 5.4). */
const IDLE_TIME = 1_800_000

const SERVICES = [
  { protocol: 'imap', port: 143, isSecure: false, serve: serveImap },
  { protocol: 'imaps', port: 993, isSecure: true, serve: serveImap },
  { protocol: 'pop3', port: 110, isSecure: false, serve: servePop3 },
  { protocol: 'pop3s', port: 995, isSecure: true, serve: servePop3 },
] as const

/** Starts the servers of mailboxes for all hosts: IMAP and POP3, with STARTTLS and with TLS from the first byte. */
export const startMailboxServers = async (context: ServerContext, ports: ServerPorts): Promise<InternetServer> => {
  const { live, ask } = context
  const contextOf = createServerContexts(context)

  const serveOn =
    ({ protocol, port, isSecure, serve }: (typeof SERVICES)[number]) =>
    (socket: Socket, { address, names }: CalledHost): void => {
      const note = noteRequests(context.log, { protocol, server: address, port })
      const called: readonly [string, ...string[]] = [names[0] ?? address, ...names.slice(1)]
      const start = async (stream: Duplex, given: Pick<MailboxSession, 'isSecure' | 'isContinued' | 'names'>) => {
        if (await serve(stream, { world: live.now, note, ask, ...given })) await secure(true)
      }
      const secure = async (isContinued: boolean): Promise<void> =>
        acceptTls(socket, {
          contextFor: async ({ serverName }) => {
            const name = serverName ?? called[0]
            askTls(ask, `${name}:${port}`, (world) => tlsServerOf(world, name))
            const settings = tlsServerOf(live.now(), name)
            return { secureContext: await contextOf(settings), handshake: settings.handshake }
          },
          accepted: (secured, { serverName }) => {
            secured.setTimeout(IDLE_TIME, () => socket.destroy())
            const wanted: readonly [string, ...string[]] =
              serverName === undefined ? called : [serverName, ...called.filter((name) => name !== serverName)]
            start(secured, { isSecure: true, isContinued, names: wanted }).catch(() => socket.destroy())
          },
          failed: (reason, hello) => note(`TLS ${hello?.serverName ?? called[0]}`, reason, 'refused'),
        })
      socket.setTimeout(IDLE_TIME)
      const begun = isSecure ? secure(false) : start(socket, { isSecure: false, isContinued: false, names: called })
      begun.catch(() => socket.destroy())
    }

  return listenEverywhere(
    context,
    SERVICES.map((service) => {
      const { protocol, port } = service
      return { protocol, port, loopbackPort: ports[protocol] ?? 0, serve: serveOn(service) }
    }),
  )
}
