import type { Socket } from 'node:net'
import {
  acceptanceOf,
  clientName,
  type FaultCounts,
  type MailHost,
  mailHostAt,
  type MailReplyKind,
  type World,
} from '@netbox/core/dns'
import { judgeMail, type MailDelivery, type MailVerdict, writeVerdict } from '@netbox/core'
import { webServerOf } from '@netbox/core/web'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { isLoopback, unmapped } from '../internet/addressing.ts'
import { reasonOf } from '../tls/accept-tls.ts'
import type { Greylist } from './greylist.ts'
import type { RefusedRecipient } from './mail-server-options.ts'
import type { ReceivedMessage } from '../internet/message-store.ts'
import { createClientRules } from './mail-rules.ts'
import {
  COMMANDS,
  mailboxOf,
  mailServersOf,
  parameterReply,
  refusalOf,
  type Reply,
  replyOf,
  UNKNOWN_COMMANDS,
  wordReply,
} from './replies.ts'
import { verifySignature } from './verify-signature.ts'

/** A certificate with its key, in PEM format, and the settings of handshakes. */
export interface MailIdentity {
  readonly cert: string
  readonly key: string
  readonly tls: Pick<
    SMTPServerOptions,
    'ciphers' | 'honorCipherOrder' | 'maxVersion' | 'minVersion' | 'rejectUnauthorized' | 'requestCert'
  >
}

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
  /** The counts of the rules of the world document. */
  readonly counts: FaultCounts
  /** Without it, the server does not offer STARTTLS. */
  readonly identity: MailIdentity | undefined
  /** Whether users can sign in; default true. */
  readonly hasUsers?: boolean
  /** Waits before the greeting. */
  readonly greet?: () => Promise<void>
  /** Receives each message, the lines that the server adds at its top, and the octets of the message. */
  readonly keep: (message: ReceivedMessage, trace: string, octets: Buffer) => void
  readonly refused?: (recipient: RefusedRecipient) => void
  /** Logs each greeting, refusal, recipient and message, with its reply. */
  readonly note: (question: string, reply: string) => void
}

/** Creates an error that makes smtp-server send a reply. */
const refusal = ({ code, text }: Reply): Error => Object.assign(new Error(text), { responseCode: code })

/** Returns the envelope sender; empty for a bounce. */
const senderOf = ({ envelope }: SMTPServerSession): string => (envelope.mailFrom ? envelope.mailFrom.address : '')

/** Reads a message. If the message is too large, discards it. */
const octetsOf = async (stream: SMTPServerDataStream): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    if (stream.sizeExceeded) chunks.length = 0
    else chunks.push(Buffer.from(chunk as Buffer)) // The cast is safe: without an encoding, the stream yields buffers.
  }
  return Buffer.concat(chunks)
}

/** Passes the outcome of a promise to a callback of smtp-server. If the promise returns a text, smtp-server sends it after the code 250. */
const settle = (work: Promise<string | void>, answer: (error?: Error | null, text?: string) => void): void => {
  work.then(
    (text) => (text === undefined ? answer() : answer(null, text)),
    (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
  )
}

/** The beginning of the reply that the log has for a TLS handshake without an end. */
export const HANDSHAKE_FAILED = 'handshake failed'

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

/** Returns the first reachable mail server of a domain, else its first mail server; undefined if the domain has none. */
const reachedFor = (world: World, domain: string): string | undefined => {
  const servers = mailServersOf(world, domain)
  return servers.find((server) => mailHostAt(world, server).answers) ?? servers[0]
}

/**
 * Returns the first of an address's names that accepts mail for a recipient, else the newest name. 127.0.0.1 is not a host of the world.
 * Programs that send all their mail to one relay use 127.0.0.1, so it answers like the mail servers of every domain.
 */
const serverFor = (world: World, names: WorldSession['names'], to: string): string => {
  const [newest] = names
  if (isLoopback(newest)) return reachedFor(world, mailboxOf(to).domain) ?? newest
  return names.find((name) => acceptanceOf(world, name, mailboxOf(to)) !== 'not-served') ?? newest
}

/** Returns the lines that a server adds at the top of a message that it accepts (RFC 5321, section 4.4; RFC 3848). */
const traceOf = (host: string, session: SMTPServerSession, at: number, verdict: MailVerdict): string => {
  const { id, remoteAddress, hostNameAppearsAs, transmissionType } = session
  const date = new Date(at).toUTCString().replace('GMT', '+0000')
  const client = `${hostNameAppearsAs || 'unknown'} ([${remoteAddress}])`
  const results = writeVerdict(verdict, host, senderOf(session))
  return `Return-Path: <${senderOf(session)}>\r\nAuthentication-Results: ${results}\r\nReceived: from ${client}\r\n\tby ${host} with ${transmissionType} id ${id};\r\n\t${date}\r\n`
}

// The limit of Exim, in octets. A verdict takes a time that grows with the header.
const LONGEST_HEADER = 1_048_576
const HEADER_TOO_LONG: Reply = { code: 552, text: 'Message header size exceeds limit' }

const headerLengthOf = (octets: Buffer): number => {
  const end = octets.indexOf('\r\n\r\n')
  return end < 0 ? octets.length : end
}

/** Returns a message as the server judges it. */
const deliveryOf = (session: SMTPServerSession, text: string): MailDelivery => ({
  client: unmapped(session.remoteAddress),
  helo: session.hostNameAppearsAs || '',
  from: senderOf(session),
  text,
  tls: session.secure,
})

const textFrom = ({ code, text }: Reply): string => `${code} ${text}`

// Before the greeting, smtp-server's session has no address yet.
const clientOf = ({ remoteAddress, hostNameAppearsAs }: Partial<SMTPServerSession>): string =>
  clientName(remoteAddress ?? '', hostNameAppearsAs || undefined)

/** Returns the authenticated user. smtp-server sets `user` to false after STARTTLS. */
const userOf = ({ user }: SMTPServerSession): string | undefined => (typeof user === 'string' ? user : undefined)

/** Creates the functions that decide whether a client may use a sender, a recipient or a user name. */
const createRules = ({ world, time, names, port, greylist, note, refused }: WorldSession) => {
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
      const reply = refusalOf(world(), serverFor(world(), names, to), { greylist, now: time() }, attempt)
      if (reply === undefined) return null
      refused?.({ from: attempt.from, to, code: reply.code })
      return refuse(to, reply)
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

// Quoted text in the path of a MAIL or RCPT command (RFC 5321, section 4.1.2).
const QUOTED = /(?<=^[^<"]*<")(?:[^"\\]|\\.)*(?=")/
// The first of a block of characters for private use.
const PRIVATE = 0xe000

// An address without angle brackets.
const BARE = /^((?:"(?:[^"\\]|\\.)*"|[^\s<>"])+)(?=\s|$)/

/**
 * Returns a MAIL or RCPT command as RFC 5321 writes it: software accepts blanks after the colon, and an address without angle brackets.
 * Except Exim, it accepts several blanks after the verb.
 */
const normalized = (command: string, { software }: MailHost): string => {
  const [, verb = '', blanks = '', word = '', path = ''] = /^(\w+)(\s+)(\w+):\s*(.*?)\s*$/.exec(command) ?? []
  if (verb === '' || (blanks !== ' ' && software.startsWith('Exim'))) return command
  return `${verb} ${word}:${path.replace(BARE, '<$1>')}`
}

/** Makes Exim know the commands MAIL and RCPT only with one blank after the verb. */
const requireOneBlank = (connection: Connection): void => {
  for (const [name, start] of [
    ['handler_MAIL', /^MAIL FROM:/i],
    ['handler_RCPT', /^RCPT TO:/i],
  ] as const) {
    const handle = connection[name].bind(connection)
    connection[name] = (command, done) => {
      if (start.test(command.toString())) return handle(command, done)
      connection.send(500, 'Error: command not recognized')
      done()
    }
  }
}

/**
 * Makes a connection read commands as the host's software does, with quoted mailboxes. smtp-server splits those at spaces and at signs, so it
 * reads other characters in their place.
 */
const readCommands = (connection: Connection, mailHost: MailHost): void => {
  // smtp-server has no option for its parser.
  // oxlint-disable-next-line no-underscore-dangle
  const parse = connection._parseAddressCommand.bind(connection)
  const hide = (text: string): string =>
    text.replaceAll(/[ -~]/g, (sign) => String.fromCharCode(PRIVATE + sign.charCodeAt(0)))
  const show = (text: string): string =>
    text.replaceAll(/[\ue020-\ue07e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - PRIVATE))
  // oxlint-disable-next-line no-underscore-dangle
  connection._parseAddressCommand = (name, command) => {
    const parsed = parse(name, normalized(command.toString(), mailHost).replace(QUOTED, hide))
    return parsed && { ...parsed, address: show(parsed.address) }
  }
  if (mailHost.software.startsWith('Exim')) requireOneBlank(connection)
}

/** Makes a connection reply to the commands of the host's software. */
const addCommands = (connection: Connection, { software }: MailHost): void => {
  for (const [name, code, text] of COMMANDS[software] ?? [])
    Object.assign(connection, {
      [`handler_${name}`]: (command: Buffer, done: () => void): void => {
        const given = command.toString().slice(name.length).trim()
        if (given === '' && name !== 'VERB') connection.send(501, `Error: Syntax: ${name} argument`)
        else connection.send(code, text(given))
        done()
      },
    })
}

/** Makes a connection use the reply texts of the host's software. */
const wordReplies = (
  connection: Connection,
  { world, names: [host], identity, hasUsers = true, note }: WorldSession,
  socket: Socket,
  handshake: ReturnType<typeof createHandshakeLimit>,
): void => {
  const send = connection.send.bind(connection)
  const say = (kind: MailReplyKind, details = {}): void => {
    const { code, text } = replyOf(world(), host, kind, details)
    send(code, text, false)
  }
  connection.send = (code, data, context) => {
    const { session, secure } = connection
    if (code === 250 && Array.isArray(data)) {
      const hello = replyOf(world(), host, 'hello', { client: clientOf(session) }).text
      const offered = spokenExtensions(mailHostAt(world(), host), secure).filter(
        (line) => (identity !== undefined || line !== 'STARTTLS') && (hasUsers || !line.startsWith('AUTH')),
      )
      send(code, [hello, ...offered], false)
    } else if (code === 250 && context === false) say('hello', { client: clientOf(session) })
    else if (code === 250 && context === 'MAIL_FROM_OK') say('sender', { from: senderOf(session) })
    else if (code === 250 && context === 'RCPT_TO_OK')
      say('recipient', { to: session.envelope.rcptTo.at(-1)?.address ?? '' })
    else if (code === 552 && context === 'MESSAGE_TOO_BIG') say('tooLarge')
    else if (code === 220 && context === undefined) {
      // A 220 without a context is the reply to STARTTLS. For the greeting, the context is `false`.
      handshake.begin()
      say('startTls')
      if (closesHandshake(world(), host)) {
        note(`TLS handshake with ${host}`, `${HANDSHAKE_FAILED}: connection closed`)
        socket.destroySoon()
      }
      setImmediate(handshake.hasBegun)
    } else if (code === 221) say('bye', { client: clientOf(session) })
    else send(code, typeof data === 'string' ? wordReply(code, data, mailHostAt(world(), host)) : data, context)
  }
}

const closesHandshake = (world: World, host: string): boolean => webServerOf(world, host)?.handshake === 'closes'

/** Serves a client like the mail server of the world. */
export const serveMail = (socket: Socket, session: WorldSession): void => {
  const { world, time, names, port, identity, hasUsers = true, greet, keep, note, counts } = session
  const [host] = names
  const mailHost = mailHostAt(world(), host)
  const { greetingName, banner, size, tls, stripped, authentication, extensions } = mailHost
  const rules = createRules(session)
  const handshake = createHandshakeLimit(socket)
  const clientRules = createClientRules(world, time, counts)
  const isImplicit = port === IMPLICIT_TLS_PORT
  if (clientRules.atConnection(host) !== undefined) {
    note(`greeting of ${host}`, '421 The connection was closed by a rule')
    socket.end()
    return
  }
  const hides = (keyword: string): boolean => !extensions.includes(keyword)
  if (isImplicit && closesHandshake(world(), host)) {
    note(`TLS handshake with ${host}`, `${HANDSHAKE_FAILED}: connection closed`)
    socket.once('data', () => socket.destroy())
    return
  }
  const handlers: SMTPServerOptions = {
    onConnect: (_session, callback) => {
      note(`greeting of ${host}`, `220 ${greetingName}`)
      settle(greet?.() ?? Promise.resolve(), callback)
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
    onMailFrom: (sender, given, callback) => {
      const unsupported = parameterReply(sender, mailHostAt(world(), host))
      callback(unsupported === undefined ? rules.sender(sender.address, given) : refusal(unsupported))
    },
    onRcptTo: (recipient, given, callback) => {
      const { address } = recipient
      const decide = async (): Promise<void> => {
        const unsupported = parameterReply(recipient, mailHostAt(world(), host))
        const ruled =
          unsupported ?? (await clientRules.atRecipient(serverFor(world(), names, address), senderOf(given), address))
        if (ruled !== undefined && unsupported === undefined) {
          note(address, `${textFrom(ruled)}, by a rule`)
          session.refused?.({ from: senderOf(given), to: address, code: ruled.code })
        }
        const refused = ruled === undefined ? rules.recipient(address, given) : refusal(ruled)
        if (refused !== null) throw refused
        note(address, textFrom(replyOf(world(), host, 'recipient', { to: address })))
      }
      settle(decide(), callback)
    },
    onData: (stream, given, callback) => {
      const recipients = given.envelope.rcptTo.map(({ address }) => address)
      const receiver = serverFor(world(), names, recipients[0] ?? '')
      if (clientRules.atMessage(receiver, senderOf(given), recipients) !== undefined) {
        note(`message for ${recipients.join(', ')}`, '421 The connection was closed by a rule')
        stream.once('data', () => socket.destroy())
        return
      }
      settle(
        octetsOf(stream).then((octets) => {
          const [from, to] = [senderOf(given), given.envelope.rcptTo.map(({ address }) => address)]
          const kind = stream.sizeExceeded ? 'tooLarge' : 'stored'
          const isHeaderLong = headerLengthOf(octets) > LONGEST_HEADER
          const reply = isHeaderLong ? HEADER_TOO_LONG : replyOf(world(), host, kind, { id: given.id })
          note(`message for ${to.join(', ')}`, textFrom(reply))
          if (kind === 'tooLarge' || isHeaderLong) throw refusal(reply)
          const verdict = judgeMail(world(), deliveryOf(given, octets.toString('latin1')), verifySignature)
          // A user who has signed in is no other server, so the policy does not apply.
          const isEnforced =
            userOf(given) === undefined &&
            to.some((address) => mailHostAt(world(), serverFor(world(), names, address)).enforcesDmarc)
          if (isEnforced && verdict.dmarc.disposition === 'reject') {
            const refused = { code: 550, text: `5.7.1 Rejected by the DMARC policy of ${verdict.dmarc.domain}` }
            note(`DMARC of ${verdict.dmarc.domain}`, textFrom(refused))
            throw refusal(refused)
          }
          const at = new Date(time()).toISOString()
          const text = octets.toString('utf8')
          const message = { from, to, text, at, host, port, tls: given.secure, user: userOf(given), verdict }
          keep(message, traceOf(greetingName, given, time(), verdict), octets)
          return reply.text
        }),
        callback,
      )
    },
  }
  const offersTls = identity !== undefined && tls && !stripped && !isImplicit
  const server = new SMTPServer({
    ...handlers,
    ...(identity === undefined ? {} : { cert: identity.cert, key: identity.key, ...identity.tls }),
    ...(isImplicit ? { secure: true, needsUpgrade: true } : {}),
    name: greetingName,
    banner,
    hideDSN: hides('DSN'),
    hideENHANCEDSTATUSCODES: true,
    size,
    authMethods: [...authentication],
    authOptional: true,
    allowInsecureAuth: !tls,
    disabledCommands: [
      ...UNKNOWN_COMMANDS,
      ...(offersTls ? [] : ['STARTTLS']),
      ...(hasUsers ? [] : ['AUTH']),
      ...(hides('HELP') ? ['HELP'] : []),
    ],
    maxRecipients: MOST_RECIPIENTS,
    maxCommandLength: LONGEST_COMMAND,
    socketTimeout: IDLE_TIME,
    // Without this option, smtp-server would look up the client's name with the machine's own resolver.
    disableReverseLookup: true,
    logger: false,
  })
  // Errors come from clients that break the connection, or from TLS handshakes that fail. smtp-server reports these twice.
  let hasFailed = false
  server.on('error', (error: Error) => {
    if (hasFailed || !('code' in error) || !/^ERR_(?:SSL|TLS)_/.test(String(error.code))) return
    hasFailed = true
    note(`TLS handshake with ${host}`, `${HANDSHAKE_FAILED}: ${reasonOf(error)}`)
  })
  if (isImplicit) handshake.begin()
  server.connect(socket)
  if (isImplicit) handshake.hasBegun()
  for (const connection of server.connections) {
    readCommands(connection, mailHost)
    addCommands(connection, mailHost)
    wordReplies(connection, session, socket, handshake)
  }
}
