import type { Socket } from 'node:net'
import {
  acceptanceOf,
  clientName,
  type MailHost,
  mailHostAt,
  type MailReplyKind,
  queryDns,
  type World,
} from '@netbox/core/dns'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import type { Greylist } from './greylist.ts'
import type { ReceivedMessage } from './message-store.ts'
import { refusalOf, replyOf, type Reply } from './replies.ts'
import { refusal, senderOf, settle, textOf } from './smtp-session.ts'

/** A certificate with its key, in PEM format. */
export interface MailIdentity {
  readonly cert: string
  readonly key: string
}

/** A connection to a mail server of the world. */
export interface WorldSession {
  readonly world: () => World
  /** The names of the address, newest first. The greeting contains the newest. Each of them accepts mail for its domains. */
  readonly names: readonly [string, ...string[]]
  /** The world's port. */
  readonly port: number
  readonly greylist: Greylist
  readonly identity: MailIdentity
  readonly keep: (message: ReceivedMessage) => void
  /** Logs each greeting, refusal, recipient and message, with its reply. */
  readonly note: (question: string, reply: string) => void
}

const RELAY_PORT = 25
const IMPLICIT_TLS_PORT = 465
const IDLE_TIME = 60_000
const HANDSHAKE_TIME = 10_000
const MOST_RECIPIENTS = 1000
const LONGEST_COMMAND = 16_384

// Extensions that smtp-server does not support: BDAT (RFC 3030), commands before the greeting, and one reply for each recipient.
const NOT_SPOKEN: ReadonlySet<string> = new Set(['CHUNKING', 'PIPECONNECT', 'PRDR'])

/** Returns the EHLO keywords of a mail server, without extensions that real connections don't support. */
export const spokenExtensions = (
  { extensions, encryptedExtensions }: Pick<MailHost, 'extensions' | 'encryptedExtensions'>,
  isEncrypted: boolean,
): string[] => (isEncrypted ? encryptedExtensions : extensions).filter((line) => !NOT_SPOKEN.has(line))

const isLocal = (host: string): boolean => host === '::1' || host.startsWith('127.')

const mailboxOf = (address: string) => {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, at).toLowerCase(), domain: address.slice(at + 1).toLowerCase() }
}

/** Returns the first reachable mail server of a domain, else its first mail server; undefined if the domain has none. */
const reachedFor = (world: World, domain: string): string | undefined => {
  const servers = queryDns(world, domain, 'MX', { validates: false, tries: 1000 }).records.map(
    ({ exchange }) => exchange,
  )
  return servers.find((server) => mailHostAt(world, server).answers) ?? servers[0]
}

/**
 * Returns the first of an address's names that accepts mail for a recipient, else the newest name. 127.0.0.1 is not a host of the world.
 * Programs that send all their mail to one relay use 127.0.0.1, so it answers like the mail servers of every domain.
 */
const serverFor = (world: World, names: WorldSession['names'], to: string): string => {
  const [newest] = names
  if (isLocal(newest)) return reachedFor(world, mailboxOf(to).domain) ?? newest
  return names.find((name) => acceptanceOf(world, name, mailboxOf(to)) !== 'not-served') ?? newest
}

const textFrom = ({ code, text }: Reply): string => `${code} ${text}`

/** Returns the authenticated user. smtp-server sets `user` to false after STARTTLS. */
const userOf = ({ user }: SMTPServerSession): string | undefined => (typeof user === 'string' ? user : undefined)

/** Creates the functions that decide whether a client may use a sender, a recipient or a user name. */
const createRules = ({ world, names, port, greylist, note }: WorldSession) => {
  const [host] = names
  const needsSignIn = (session: SMTPServerSession): boolean =>
    port !== RELAY_PORT && userOf(session) === undefined && mailHostAt(world(), host).recipients === 'verified'
  const refuse = (question: string, reply: Reply): Error => {
    note(question, textFrom(reply))
    return refusal(reply)
  }
  return {
    sender: (from: string, session: SMTPServerSession): Error | null => {
      const reply = replyOf(world(), host, 'signIn', { from })
      // Software that requires a sign-in with code 530 sends it as the reply to MAIL (RFC 4954, section 6). Other software refuses at RCPT.
      return needsSignIn(session) && reply.code === 530 ? refuse(`from ${from || '<>'}`, reply) : null
    },
    recipient: (to: string, session: SMTPServerSession): Error | null => {
      if (userOf(session) !== undefined) return null
      if (needsSignIn(session)) return refuse(to, replyOf(world(), host, 'signIn', { to }))
      const attempt = { client: session.remoteAddress, from: senderOf(session), to }
      const reply = refusalOf(world(), serverFor(world(), names, to), greylist, attempt)
      return reply === undefined ? null : refuse(to, reply)
    },
    /** Returns whether a client may authenticate as a user. The user may be any mailbox of the server. Any password is valid. */
    isUser: (user: string): boolean => {
      const acceptance = acceptanceOf(world(), serverFor(world(), names, user), { ...mailboxOf(user), known: true })
      return acceptance === 'exists' || acceptance === 'any'
    },
  }
}

/** Ends connections whose TLS handshake takes too long. */
const createHandshakeLimit = (socket: Socket) => {
  let timer: NodeJS.Timeout | undefined
  // smtp-server removes all listeners from a socket that switches to TLS, so those of its close event are added again.
  const closing = socket.listeners('close') as (() => void)[] // The listeners of 'close' take no arguments here.
  return {
    begin: (): void => {
      timer = setTimeout(() => socket.destroy(), HANDSHAKE_TIME).unref()
    },
    hasBegun: (): void => {
      for (const listener of closing) socket.once('close', listener)
    },
    end: (): void => clearTimeout(timer),
  }
}

type Connection = SMTPServer['connections'] extends Set<infer One> ? One : never

/** Makes a connection use the reply texts of the host's software. */
const wordReplies = (
  connection: Connection,
  { world, names: [host] }: WorldSession,
  handshake: ReturnType<typeof createHandshakeLimit>,
): void => {
  const send = connection.send.bind(connection)
  const say = (kind: MailReplyKind, details = {}): void => {
    const { code, text } = replyOf(world(), host, kind, details)
    send(code, text, false)
  }
  connection.send = (code, data, context) => {
    const { session, secure } = connection
    const client = clientName(session.remoteAddress, session.hostNameAppearsAs || undefined)
    if (code === 250 && Array.isArray(data)) {
      const hello = replyOf(world(), host, 'hello', { client }).text
      send(code, [hello, ...spokenExtensions(mailHostAt(world(), host), secure)], false)
    } else if (code === 250 && context === 'MAIL_FROM_OK') say('sender', { from: senderOf(session) })
    else if (code === 250 && context === 'RCPT_TO_OK')
      say('recipient', { to: session.envelope.rcptTo.at(-1)?.address ?? '' })
    else if (code === 552 && context === 'MESSAGE_TOO_BIG') say('tooLarge')
    else if (code === 220 && context === undefined) {
      // A 220 without a context is the reply to STARTTLS. For the greeting, the context is `false`.
      handshake.begin()
      say('startTls')
      setImmediate(handshake.hasBegun)
    } else if (code === 221) say('bye', { client })
    else send(code, data, context)
  }
}

/** Serves a client like the mail server of the world. */
export const serveMail = (socket: Socket, session: WorldSession): void => {
  const { world, names, port, identity, keep, note } = session
  const [host] = names
  const { greetingName, banner, size, tls, authentication, extensions } = mailHostAt(world(), host)
  const rules = createRules(session)
  const handshake = createHandshakeLimit(socket)
  const isImplicit = port === IMPLICIT_TLS_PORT
  const hides = (keyword: string): boolean => !extensions.includes(keyword)
  const handlers: SMTPServerOptions = {
    onConnect: (_session, callback) => {
      note(`greeting of ${host}`, `220 ${greetingName}`)
      callback()
    },
    onSecure: (_socket, _session, callback) => {
      handshake.end()
      callback()
    },
    onAuth: ({ username = '' }, _session, callback) => {
      const isUser = rules.isUser(username)
      note(`sign-in of ${username}`, isUser ? '235' : '535')
      callback(null, isUser ? { user: username } : { message: 'Authentication failed' })
    },
    onMailFrom: ({ address }, given, callback) => callback(rules.sender(address, given)),
    onRcptTo: ({ address }, given, callback) => {
      const refused = rules.recipient(address, given)
      if (refused === null) note(address, textFrom(replyOf(world(), host, 'recipient', { to: address })))
      callback(refused)
    },
    onData: (stream, given, callback) =>
      settle(
        textOf(stream).then((text) => {
          const [from, to] = [senderOf(given), given.envelope.rcptTo.map(({ address }) => address)]
          const kind = stream.sizeExceeded ? 'tooLarge' : 'stored'
          const reply = replyOf(world(), host, kind, { id: given.id })
          note(`message for ${to.join(', ')}`, textFrom(reply))
          if (kind === 'tooLarge') throw refusal(reply)
          const at = new Date(world().at).toISOString()
          keep({ from, to, text, at, host, port, tls: given.secure, user: userOf(given) })
          return reply.text
        }),
        callback,
      ),
  }
  const offersTls = tls && !isImplicit
  const server = new SMTPServer({
    ...handlers,
    ...identity,
    ...(isImplicit ? { secure: true, needsUpgrade: true } : {}),
    name: greetingName,
    banner,
    hideDSN: hides('DSN'),
    hideENHANCEDSTATUSCODES: true,
    size,
    authMethods: [...authentication],
    authOptional: true,
    allowInsecureAuth: !tls,
    disabledCommands: offersTls ? [] : ['STARTTLS'],
    maxRecipients: MOST_RECIPIENTS,
    maxCommandLength: LONGEST_COMMAND,
    socketTimeout: IDLE_TIME,
    // Without this option, smtp-server would look up the client's name with the machine's own resolver.
    disableReverseLookup: true,
    logger: false,
  })
  // Ignores errors, because they come from clients that break the connection or the TLS handshake.
  server.on('error', () => undefined)
  if (isImplicit) handshake.begin()
  server.connect(socket)
  if (isImplicit) handshake.hasBegun()
  for (const connection of server.connections) wordReplies(connection, session, handshake)
}
