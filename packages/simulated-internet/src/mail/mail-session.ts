import type { SecureContext } from 'node:tls'
import { acceptanceOf, mailHostAt, type MailReplyDetails, type World } from '@netbox/core/dns'
import type { Ask } from '../internet/comparison.ts'
import { isLoopback } from '../internet/addressing.ts'
import type { Greylist } from './greylist.ts'
import type { ClientRules } from './mail-rules.ts'
import type { RefusedRecipient } from './mail-server-options.ts'
import type { ReceivedMessage } from '../internet/message-store.ts'
import { mailboxOf, mailServersOf, type ReplyKind } from './replies.ts'

/** A connection to a mail server of the world. */
export interface WorldSession {
  readonly world: () => World
  /** Returns the time of the world, in epoch milliseconds. The world itself has the time of its latest change. */
  readonly time: () => number
  /** The names of the address, newest first. The greeting contains the newest. Each of them accepts mail for its domains. */
  readonly names: readonly [string, ...string[]]
  /** The world's port. */
  readonly port: number
  readonly greylist: Greylist
  /** The rules of the world document. */
  readonly rules: ClientRules
  /** The certificate and the settings of handshakes. Without them, the server does not offer STARTTLS. */
  readonly secureContext: SecureContext | undefined
  /** Whether users can sign in; default true. */
  readonly hasUsers?: boolean
  /** Waits before the greeting. */
  readonly greet?: () => Promise<void>
  /** Receives each message, the lines that the server adds at its top, and the octets of the message. */
  readonly keep: (message: ReceivedMessage, trace: string, octets: Buffer) => void
  readonly refused?: (recipient: RefusedRecipient) => void
  /** Logs each greeting, refusal, recipient and message, with its reply. */
  readonly note: (question: string, reply: string) => void
  /** Compares replies with the replies of the healthy world. */
  readonly ask?: Ask | undefined
}

/** A client's connection, unencrypted or encrypted. STARTTLS begins another one. */
export interface Connection {
  readonly session: WorldSession
  /** The client's address. */
  readonly address: string
  readonly isSecure: boolean
  readonly offersTls: boolean
  /** Returns a reply in the words of the host's software. */
  readonly say: (kind: ReplyKind, details?: MailReplyDetails & { readonly given?: string }) => string
  /** Sends a line that asks the client for more, and resolves with the client's next line; undefined if the input ends. */
  readonly ask: (line: string) => Promise<string | undefined>
  /** The client's name in HELO or EHLO. */
  helo: string | undefined
  isExtended: boolean
  user: string | undefined
  /** The sender; empty for a bounce, and undefined before MAIL. */
  from: string | undefined
  /** The accepted recipients, by their addresses in lower case. */
  readonly to: Map<string, string>
  /** The number of unknown commands since the last message. */
  unknown: number
}

/** The port on which TLS begins with the first octet (RFC 8314, section 3.3). */
export const IMPLICIT_TLS_PORT = 465

/** Returns whether a server offers STARTTLS. */
export const offersTlsIn = ({ world, names, port, secureContext }: WorldSession): boolean => {
  const { tls, stripped } = mailHostAt(world(), names[0])
  return secureContext !== undefined && tls && !stripped && port !== IMPLICIT_TLS_PORT
}

/** Forgets the sender and the recipients. */
export const reset = (connection: Connection): void => {
  connection.from = undefined
  connection.to.clear()
}

/** Returns the first reachable mail server of a domain, else its first mail server; undefined if the domain has none. */
const reachedFor = (world: World, domain: string): string | undefined => {
  const servers = mailServersOf(world, domain)
  return servers.find((server) => mailHostAt(world, server).answers) ?? servers[0]
}

/**
 * Returns the first of an address's names that accepts mail for a recipient, else the newest name. 127.0.0.1 is not a host of the world.
 * Programs that send all their mail to one relay use 127.0.0.1, so it answers like the mail servers of every domain.
 */
export const serverFor = ({ world: now, names }: WorldSession, to: string): string => {
  const [newest] = names
  const world = now()
  if (isLoopback(newest)) return reachedFor(world, mailboxOf(to).domain) ?? newest
  return names.find((name) => acceptanceOf(world, name, mailboxOf(to)) !== 'not-served') ?? newest
}
