import type { Socket } from 'node:net'
import { mailHostAt, mailTlsKeyOf, type World } from '@netbox/core/dns'
import { webServerOf } from '@netbox/core/web'
import type { Endpoint, InternetServer, Surroundings } from '../internet/internet-server.ts'
import { type CalledHost, listenEverywhere } from '../tcp/listen-everywhere.ts'
import { createGreylist } from './greylist.ts'
import type { MessageStore } from './message-store.ts'
import { type MailIdentity, serveMail } from './world-session.ts'

/** The ports of the mail servers on loopback; 0 selects a free one. */
export interface SmtpPorts {
  readonly smtp: number
  readonly smtps: number
  /** The port for 587. The port for 2525, the second submission port, is higher by the same number as in the world. */
  readonly submission: number
}

const DAY = 86_400_000
const MOST_IDENTITIES = 500
const SUBMISSION = 587
const SECOND_SUBMISSION = 2525
const IMPLICIT_TLS = 465

/** Creates the certificates of mail servers. Each is for the key in the server's TLSA record, and valid whatever the world's time is. */
const createIdentities = ({ authority }: Surroundings) => {
  const identities = new Map<string, Promise<MailIdentity>>()
  const make = async (world: World, host: string, names: readonly string[]): Promise<MailIdentity> => {
    const now = Date.now()
    const dates = { notBefore: now - 30 * DAY, notAfter: now + 60 * DAY }
    const issuer = webServerOf(world, host)?.certificate.issuer ?? 'netbox'
    const { cert, key } = await authority.issue({ names, issuer, ...dates }, mailTlsKeyOf(world, host))
    return { cert, key: key.export({ type: 'pkcs8', format: 'pem' }).toString() }
  }
  return async (world: World, hosts: readonly [string, ...string[]]): Promise<MailIdentity> => {
    const [host] = hosts
    const key = mailTlsKeyOf(world, host)
    const names = [...new Set([mailHostAt(world, host).greetingName, ...hosts])]
    const id = `${names.join(' ')} ${key ?? ''}`
    const identity = identities.get(id) ?? make(world, host, names)
    identities.delete(id)
    identities.set(id, identity)
    const [oldest] = identities.keys()
    if (identities.size > MOST_IDENTITIES && oldest !== undefined) identities.delete(oldest)
    return identity
  }
}

const outcomeOf = (reply: string): 'answered' | 'refused' => (/^[45]/.test(reply) ? 'refused' : 'answered')

/** Starts the mail servers of the world on port 25 and the submission ports. */
export const startSmtpServer = async (
  surroundings: Surroundings,
  messages: MessageStore,
  { smtp, smtps, submission }: SmtpPorts,
): Promise<InternetServer> => {
  const { live, log } = surroundings
  const identityOf = createIdentities(surroundings)
  const greylist = createGreylist()
  const serveOn =
    (port: number) =>
    (socket: Socket, { address, names }: CalledHost): void => {
      const [host = address, ...others] = names
      const hosts = [host, ...others] as const
      const start = Date.now()
      const note = (question: string, answer: string): void =>
        log.add(
          {
            protocol: 'smtp',
            transport: 'tcp',
            server: address,
            port,
            question: question.replaceAll(/[^ -~]/g, '?'),
            answer,
            outcome: outcomeOf(answer),
          },
          start,
        )
      const begin = async (): Promise<void> => {
        const identity = await identityOf(live.now(), hosts)
        if (!socket.destroyed)
          serveMail(socket, { world: live.now, names: hosts, port, greylist, identity, keep: messages.add, note })
      }
      begin().catch(() => socket.destroy())
    }
  const places: readonly (readonly [Endpoint['protocol'], number, number])[] = [
    ['smtp', 25, smtp],
    ['smtps', IMPLICIT_TLS, smtps],
    ['submission', SUBMISSION, submission],
    ['submission', SECOND_SUBMISSION, submission === 0 ? 0 : submission - SUBMISSION + SECOND_SUBMISSION],
  ]
  const started: Awaited<ReturnType<typeof listenEverywhere>>[] = []
  const close = async (): Promise<void> => {
    await Promise.all(started.map(async (listeners) => listeners.close()))
  }
  try {
    for (const [protocol, port, loopbackPort] of places)
      started.push(await listenEverywhere(surroundings, { protocol, port, loopbackPort, serve: serveOn(port) }))
  } catch (error) {
    await close()
    throw error
  }
  return { endpoints: started.flatMap(({ endpoints }) => endpoints), close }
}
