import { acceptanceOf, clientName, type MailHost, mailHostAt, type World } from '@netbox/core/dns'
import { type Connection, reset, serverFor } from './mail-session.ts'
import { readAddress } from './read-address.ts'
import { mailboxOf, refusalOf } from './replies.ts'
import { signIn } from './sign-in.ts'

/** A command with the text after its name. */
interface Command {
  readonly name: string
  readonly given: string
  readonly server: MailHost
}

/** Returns the reply to a command; undefined if the server does not have the command. */
type Handler = (connection: Connection, command: Command) => Promise<string | undefined> | string | undefined

const RELAY_PORT = 25
const MOST_RECIPIENTS = 1000
const LONGEST_NAME = 300

// Extensions that a session does not support: BDAT (RFC 3030), commands before the greeting, and one reply for each recipient.
const NOT_SPOKEN: ReadonlySet<string> = new Set(['CHUNKING', 'PIPECONNECT', 'PRDR'])

/** Returns the EHLO keywords of a mail server, without extensions that real connections don't support. */
export const spokenExtensions = (
  { extensions, encryptedExtensions }: Pick<MailHost, 'extensions' | 'encryptedExtensions'>,
  isEncrypted: boolean,
): string[] => (isEncrypted ? encryptedExtensions : extensions).filter((line) => !NOT_SPOKEN.has(line))

const hello: Handler = (connection, { name, given, server }) => {
  const { session, address, isSecure, say } = connection
  const { secureContext, hasUsers = true } = session
  const helo = given.trim().toLowerCase()
  if (helo === '' || /\s/.test(helo)) return say('syntax', { given: `${name} hostname` })
  if (helo.length > LONGEST_NAME || /[\0-\x1F\x7F-\x9F]/.test(helo)) return say('badName')
  connection.helo = helo
  connection.isExtended = name === 'EHLO'
  reset(connection)
  const first = say('hello', { client: clientName(address, helo) })
  if (!connection.isExtended) return first
  const offered = spokenExtensions(server, isSecure).filter(
    (line) => (secureContext !== undefined || line !== 'STARTTLS') && (hasUsers || !line.startsWith('AUTH')),
  )
  const lines = [first.slice(4), ...offered]
  return lines.map((line, index) => `250${index < lines.length - 1 ? '-' : ' '}${line}`).join('\r\n')
}

const needsSignIn = ({ session: { port }, user }: Connection, { recipients }: MailHost): boolean =>
  port !== RELAY_PORT && user === undefined && recipients === 'verified'

const SENDER = /^(\s*)FROM(\s*):(.*)$/is
const RECIPIENT = /^(\s*)TO(\s*):(.*)$/is

/** Reads the address of a MAIL or RCPT command. Exim knows these commands only with one blank, which is after the name. */
const addressIn = ({ name, given, server }: Command): ReturnType<typeof readAddress> | undefined => {
  const isSender = name === 'MAIL'
  const [, before, after, text] = (isSender ? SENDER : RECIPIENT).exec(given) ?? []
  if (server.software.startsWith('Exim') && (before !== '' || after !== '')) return undefined
  return text === undefined ? { fault: isSender ? 'badSender' : 'badRecipient' } : readAddress(text, isSender, server)
}

const mail: Handler = (connection, command) => {
  const { session, say } = connection
  const read = addressIn(command)
  if (read === undefined) return undefined
  if ('fault' in read) return say(read.fault, read)
  if (connection.from !== undefined) return say('hasSender')
  if (Number(read.parameters.get('SIZE') ?? 0) > command.server.size) return say('tooLarge')
  // Software that requires a sign-in with code 530 sends it as the reply to MAIL (RFC 4954, section 6). Other software refuses at RCPT.
  const reply = say('signIn', { from: read.address })
  if (needsSignIn(connection, command.server) && reply.startsWith('530')) {
    session.note(`from ${read.address || '<>'}`, reply)
    return reply
  }
  connection.from = read.address
  return say('sender', { from: read.address })
}

/** Returns the reply that refuses a recipient; undefined if the server accepts it. */
const refusalFor = async (connection: Connection, server: MailHost, to: string): Promise<string | undefined> => {
  const { session, address, user, from = '', say } = connection
  const { world, time, greylist, rules, note, refused } = session
  const host = serverFor(session, to)
  const ruled = await rules.atRecipient(host, from, to)
  if (ruled !== undefined) {
    note(to, `${ruled}, by a rule`)
    refused?.({ from, to, code: Number(ruled.slice(0, 3)) })
    return ruled
  }
  if (user !== undefined) return undefined
  const isOpen = !needsSignIn(connection, server)
  const reply = isOpen
    ? refusalOf(world(), host, { greylist, now: time() }, { client: address, from, to })
    : say('signIn', { to })
  if (reply === undefined) return undefined
  if (isOpen) refused?.({ from, to, code: Number(reply.slice(0, 3)) })
  note(to, reply)
  return reply
}

const recipient: Handler = async (connection, command) => {
  const { session, to, say } = connection
  const read = addressIn(command)
  if (read === undefined) return undefined
  if ('fault' in read) return say(read.fault, read)
  if (connection.from === undefined) return say('needSender')
  const { address } = read
  const key = address.toLowerCase()
  if (to.size >= MOST_RECIPIENTS && !to.has(key)) return say('tooManyRecipients')
  const refusal = await refusalFor(connection, command.server, address)
  if (refusal !== undefined) return refusal
  to.set(key, address)
  const reply = say('recipient', { to: address })
  session.note(address, reply)
  return reply
}

const authenticate: Handler = async (connection, { given, server }) => {
  const { session, isSecure, offersTls, say, ask } = connection
  if (session.hasUsers === false) return undefined
  if (!isSecure && offersTls) return say('needTls')
  if (connection.user !== undefined) return say('hasUser')
  // The user may be any mailbox of the server.
  const isUserIn = (world: World, name: string): boolean => {
    const mailbox = { ...mailboxOf(name), known: true }
    const acceptance = acceptanceOf(world, serverFor(session, name), mailbox)
    return acceptance === 'exists' || acceptance === 'any'
  }
  const isUser = (name: string): boolean => {
    session.ask?.({
      key: `sign-in ${session.names[0]} ${name}`,
      at: `${session.names[0]}:${session.port}`,
      answer: (world) => (isUserIn(world, name) ? '235' : '535'),
    })
    const isKnown = isUserIn(session.world(), name)
    session.note(`sign-in of ${name}`, isKnown ? '235' : '535')
    return isKnown
  }
  const challenge = async (text: string): Promise<string | undefined> => ask(`334 ${text}`)
  const { kind, user, ...details } = await signIn(given, {
    host: server.greetingName,
    offered: server.authentication,
    ask: challenge,
    isUser,
  })
  connection.user = user
  return say(kind, details)
}

/** Refuses STARTTLS: the session itself carries out the command. */
const startTls: Handler = ({ isSecure, offersTls, say }) => {
  if (!offersTls) return undefined
  return isSecure ? say('hasTls') : say('syntax', { given: 'STARTTLS' })
}

/** Replies to a command of the host's software that has an argument. */
const other =
  (kind: 'VRFY' | 'ETRN' | 'EXPN'): Handler =>
  ({ say }, { given, server }) => {
    // Exim and Sendmail have VRFY, but do not announce it.
    if (kind !== 'VRFY' && !server.extensions.includes(kind)) return undefined
    return given.trim() === '' ? say('syntax', { given: `${kind} argument` }) : say(kind, { given: given.trim() })
  }

/** Replies to a command that the host's software announces. */
const announced =
  (kind: 'HELP' | 'VERB'): Handler =>
  ({ say }, { server }) =>
    server.extensions.includes(kind) ? say(kind) : undefined

/** The commands whose replies are all that follows from them, by their names. */
const HANDLERS: Readonly<Record<string, Handler>> = {
  HELO: hello,
  EHLO: hello,
  MAIL: mail,
  RCPT: recipient,
  AUTH: authenticate,
  STARTTLS: startTls,
  NOOP: ({ say }) => say('ok'),
  RSET: (connection) => {
    reset(connection)
    return connection.say('reset')
  },
  VRFY: other('VRFY'),
  ETRN: other('ETRN'),
  EXPN: other('EXPN'),
  VERB: announced('VERB'),
  HELP: announced('HELP'),
}

/** Returns the reply to a command; undefined if the server does not have the command. */
export const replyTo = async (connection: Connection, name: string, given: string): Promise<string | undefined> => {
  const { world, names } = connection.session
  return Object.hasOwn(HANDLERS, name)
    ? HANDLERS[name]?.(connection, { name, given, server: mailHostAt(world(), names[0]) })
    : undefined
}
