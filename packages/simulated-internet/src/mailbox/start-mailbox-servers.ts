import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { World } from '@netbox/core/dns'
import { type WebServer, webServerOf } from '@netbox/core/web'
import type { InternetServer, Protocol, Surroundings } from '../internet/internet-server.ts'
import { type CalledHost, listenEverywhere, type TcpListeners } from '../tcp/listen-everywhere.ts'
import { acceptTls } from '../tls/accept-tls.ts'
import { createServerContexts } from '../tls/server-contexts.ts'
import type { MailboxSession } from './open-mailbox.ts'
import { serveImap } from './serve-imap.ts'
import { servePop3 } from './serve-pop3.ts'

const DAY = 86_400_000
/** Servers of IMAP wait for at least this long (RFC 3501, section 5.4). */
const IDLE_TIME = 1_800_000

const SERVICES = [
  { protocol: 'imap', port: 143, isSecure: false, serve: serveImap },
  { protocol: 'imaps', port: 993, isSecure: true, serve: serveImap },
  { protocol: 'pop3', port: 110, isSecure: false, serve: servePop3 },
  { protocol: 'pop3s', port: 995, isSecure: true, serve: servePop3 },
] as const

/** The settings of TLS for a name. A name outside the world, such as an address, has a certificate too. */
const settingsOf = (world: World, name: string): Omit<WebServer, 'headers'> =>
  webServerOf(world, name) ?? {
    certificate: { names: [name], issuer: 'netbox', notBefore: world.at - 30 * DAY, notAfter: world.at + 60 * DAY },
    protocols: ['TLSv1.3', 'TLSv1.2'],
    cipherSuites: ['TLS_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'],
  }

/** Starts the servers of mailboxes for all hosts: IMAP and POP3, with STARTTLS and with TLS from the first byte. */
export const startMailboxServers = async (
  surroundings: Surroundings,
  ports: Partial<Record<Protocol, number>>,
): Promise<InternetServer> => {
  const { live, log } = surroundings
  const contextOf = createServerContexts(surroundings)

  const serveOn =
    ({ protocol, port, isSecure, serve }: (typeof SERVICES)[number]) =>
    (socket: Socket, { address, names }: CalledHost): void => {
      const note: MailboxSession['note'] = (question, answer, outcome) =>
        log.add({
          protocol,
          transport: 'tcp',
          server: address,
          port,
          question: question.replaceAll(/[^ -~]/g, '?'),
          answer,
          outcome,
        })
      const called: readonly [string, ...string[]] = [names[0] ?? address, ...names.slice(1)]
      const start = async (stream: Duplex, given: Pick<MailboxSession, 'isSecure' | 'isContinued' | 'names'>) => {
        if (await serve(stream, { world: live.now, note, ...given })) await secure(true)
      }
      const secure = async (isContinued: boolean): Promise<void> =>
        acceptTls(socket, {
          contextFor: async ({ serverName }) => {
            const settings = settingsOf(live.now(), serverName ?? called[0])
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

  const started: TcpListeners[] = []
  const close = async (): Promise<void> => {
    await Promise.all(started.map(async (listeners) => listeners.close()))
  }
  try {
    for (const service of SERVICES) {
      const { protocol, port } = service
      const loopbackPort = ports[protocol] ?? 0
      started.push(await listenEverywhere(surroundings, { protocol, port, loopbackPort, serve: serveOn(service) }))
    }
  } catch (error) {
    await close()
    throw error
  }
  return { endpoints: started.flatMap(({ endpoints }) => endpoints), close }
}
