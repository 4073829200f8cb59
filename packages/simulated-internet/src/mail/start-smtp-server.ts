import type { Socket } from 'node:net'
import { mailHostAt, mailTlsKeyOf, type World } from '@netbox/core/dns'
import { type Certificate, webServerOf } from '@netbox/core/web'
import type { Endpoint, InternetServer, Surroundings } from '../internet/internet-server.ts'
import { type CalledHost, listenEverywhere } from '../tcp/listen-everywhere.ts'
import { shifted } from '../tls/server-contexts.ts'
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

/** Returns the certificate of a mail server: that of its newest name, with its other names as far as their CAA records allow its issuer. */
const certificateOf = (world: World, hosts: readonly [string, ...string[]]): Certificate => {
  const [host] = hosts
  const names = [...new Set([...hosts, mailHostAt(world, host).greetingName])]
  const certificates = names.flatMap((name) => webServerOf(world, name)?.certificate ?? [])
  const [first] = certificates
  if (first === undefined)
    return { names, issuer: 'netbox', notBefore: world.at - 30 * DAY, notAfter: world.at + 60 * DAY }
  return { ...first, names: certificates.filter(({ issuer }) => issuer === first.issuer).flatMap((each) => each.names) }
}

/** Creates the certificates of mail servers. Each is for the key in the server's TLSA record. */
const createIdentities = ({ live, authority }: Surroundings) => {
  const identities = new Map<string, Promise<MailIdentity>>()
  const make = async (certificate: Certificate, pin: string | undefined): Promise<MailIdentity> => {
    const { cert, key } = await authority.issue(certificate, pin)
    return { cert, key: key.export({ type: 'pkcs8', format: 'pem' }).toString() }
  }
  return async (world: World, hosts: readonly [string, ...string[]]): Promise<MailIdentity> => {
    const [host] = hosts
    const key = mailTlsKeyOf(world, host)
    const certificate = shifted(certificateOf(world, hosts), live.distance())
    const id = `${JSON.stringify(certificate)} ${key ?? ''}`
    const identity = identities.get(id) ?? make(certificate, key)
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
