import type { Duplex } from 'node:stream'
import { type MailboxSession, openMailbox, type OpenMailbox, plainUser, protectionOf } from './open-mailbox.ts'
import { MOST_INVALID, readInput, writeAll } from '../tcp/read-input.ts'

/** The reply to a command: its first line, and the lines after it, which end with a period. */
interface Reply {
  readonly first: string
  readonly lines?: Iterable<string>
  readonly next?: 'end' | 'starttls'
}

interface State {
  readonly session: MailboxSession
  user: string | undefined
  mailbox: OpenMailbox | undefined
}

// A command has at most 255 octets, but credentials may be longer (RFC 2449, section 4; RFC 5034, section 4).
const LONGEST_LINE = 1024
const FAILED: Reply = { first: '-ERR [AUTH] Authentication failed' }
const INVALID: Reply = { first: '-ERR Invalid command' }
const MISSING: Reply = { first: '-ERR There is no such message' }

const signIn = (state: State, name: string): Reply => {
  if (!protectionOf(state.session).acceptsPasswords) return { first: '-ERR Start TLS before you send a password' }
  state.mailbox = openMailbox(state.session, name)
  return state.mailbox === undefined ? FAILED : { first: '+OK Signed in' }
}

function* capabilitiesOf({ session, mailbox }: State): Generator<string> {
  const { offersTls, acceptsPasswords } = protectionOf(session)
  yield 'TOP\r\nUIDL\r\nRESP-CODES\r\nPIPELINING\r\n'
  if (mailbox === undefined && acceptsPasswords) yield 'USER\r\nSASL PLAIN\r\n'
  if (mailbox === undefined && offersTls) yield 'STLS\r\n'
}

const replyBefore = (state: State, name: string, given: string): Reply => {
  switch (name) {
    case 'USER':
      state.user = given
      return given === '' ? INVALID : { first: '+OK Send your password' }
    case 'PASS':
      return state.user === undefined ? { first: '-ERR Send USER first' } : signIn(state, state.user)
    case 'AUTH':
      if (given.toUpperCase() === 'PLAIN *') return { first: '-ERR Authentication cancelled' }
      return given.toUpperCase().startsWith('PLAIN ') ? signIn(state, plainUser(given.slice(6))) : INVALID
    case 'STLS':
      return protectionOf(state.session).offersTls
        ? { first: '+OK Begin the TLS handshake', next: 'starttls' }
        : { first: '-ERR STLS is not available' }
    default:
      return { first: '-ERR Sign in first' }
  }
}

/** Replies to commands about the messages of the inbox. */
const createInbox = (mailbox: OpenMailbox) => {
  const [folder = { name: 'INBOX', messages: 0 }] = mailbox.folders
  const numbers = Array.from({ length: folder.messages }, (_, index) => index + 1)
  const messageAt = (text: string | undefined) =>
    /^\d{1,9}$/.test(text ?? '') && Number(text) >= 1 && Number(text) <= folder.messages
      ? mailbox.message(folder, Number(text))
      : undefined
  // Clients ask for the sizes of all messages more than once.
  let sizes: number[] | undefined
  const sizeAt = (number: number): number =>
    (sizes ??= numbers.map((one) => mailbox.message(folder, one).size))[number - 1] ?? 0
  const idAt = (number: number): string => mailbox.facts(folder, number).id
  /** Lists a value of one message or of all. */
  const list = (given: string, valueAt: (number: number) => string | number): Reply => {
    if (given === '') return { first: '+OK', lines: numbers.map((number) => `${number} ${valueAt(number)}\r\n`) }
    return messageAt(given) === undefined ? MISSING : { first: `+OK ${Number(given)} ${valueAt(Number(given))}` }
  }
  const top = (given: string): Reply => {
    const [number, count = ''] = given.split(' ')
    const message = messageAt(number)
    if (message === undefined || !/^\d{1,9}$/.test(count)) return MISSING
    const lines = message.body().match(/.*\r\n/g) ?? []
    return { first: '+OK', lines: [message.header, ...lines.slice(0, Number(count))] }
  }
  return (name: string, given: string): Reply => {
    switch (name) {
      case 'STAT':
        return { first: `+OK ${folder.messages} ${numbers.reduce((sum, number) => sum + sizeAt(number), 0)}` }
      case 'LIST':
        return list(given, sizeAt)
      case 'UIDL':
        return list(given, idAt)
      case 'RETR': {
        const message = messageAt(given)
        return message === undefined
          ? MISSING
          : { first: `+OK ${message.size} octets`, lines: [message.header, message.body()] }
      }
      case 'TOP':
        return top(given)
      case 'NOOP':
      case 'RSET':
        return { first: '+OK' }
      case 'DELE':
        return { first: '-ERR This mailbox can only be read' }
      default:
        return INVALID
    }
  }
}

/** Serves a client of POP3 (RFC 1939). The inbox can only be read. Resolves when the connection ends; with true if the client starts TLS. */
export const servePop3 = async (stream: Duplex, session: MailboxSession): Promise<boolean> => {
  const input = readInput(stream, LONGEST_LINE)
  const state: State = { session, user: undefined, mailbox: undefined }
  let inbox: ReturnType<typeof createInbox> | undefined
  let invalid = 0
  if (!session.isContinued) {
    const greeting = `+OK ${session.names[0]} ready`
    stream.write(`${greeting}\r\n`)
    session.note(`greeting of ${session.names[0]}`, greeting, 'answered')
  }
  for (;;) {
    let line = await input.line()
    if (line?.toUpperCase() === 'AUTH PLAIN') {
      stream.write('+ \r\n')
      line = `AUTH PLAIN ${await input.line()}`
    }
    if (line === undefined) {
      if (!stream.destroyed) stream.end('-ERR The command is too long or incomplete\r\n')
      return false
    }
    const name = line.split(' ', 1)[0]?.toUpperCase() ?? ''
    const given = line.slice(name.length + 1).trim()
    if (inbox === undefined && state.mailbox !== undefined) inbox = createInbox(state.mailbox)
    const answer: Reply =
      name === 'QUIT'
        ? { first: '+OK Bye', next: 'end' }
        : name === 'CAPA'
          ? { first: '+OK', lines: capabilitiesOf(state) }
          : inbox === undefined
            ? replyBefore(state, name, given)
            : inbox(name, given)
    if (answer === INVALID || (inbox === undefined && answer.first.startsWith('-'))) invalid += 1
    const reply: Reply = invalid < MOST_INVALID ? answer : { first: '-ERR Too many invalid commands', next: 'end' }
    const shown = name === 'PASS' || name === 'AUTH' ? `${name} of ${state.user ?? plainUser(given.slice(6))}` : line
    session.note(shown.slice(0, 200), reply.first, reply.first.startsWith('+') ? 'answered' : 'refused')
    if (reply.next === 'end') {
      stream.end(`${reply.first}\r\n`)
      return false
    }
    // A line that begins with a period gets another one (RFC 1939, section 3).
    const { lines } = reply
    const stuffed = lines === undefined ? [] : [...lines].map((part) => part.replaceAll(/^\./gm, '..'))
    await writeAll(stream, [`${reply.first}\r\n`, ...stuffed, ...(lines === undefined ? [] : ['.\r\n'])])
    if (stream.destroyed) return false
    if (reply.next === 'starttls') return true
  }
}
