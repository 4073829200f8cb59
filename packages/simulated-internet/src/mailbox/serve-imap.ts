import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MailFolder } from '@netbox/core/dns'
import { type ImapCommand, LONGEST_LINE, numbersIn, readCommand, readNumberSet, type Token } from './imap-command.ts'
import { fetchResponse, readFetchItems } from './imap-fetch.ts'
import { readSearch } from './imap-search.ts'
import { type MailboxSession, openMailbox, type OpenMailbox, plainUser, protectionOf } from './open-mailbox.ts'
import { type Input, MOST_INVALID, readInput, writeAll } from '../tcp/read-input.ts'

/** The state of a connection. */
interface State {
  readonly session: MailboxSession
  mailbox: OpenMailbox | undefined
  folder: MailFolder | undefined
}

/** The untagged responses to a command, and its tagged reply without the tag. */
interface Reply {
  readonly lines?: Iterable<string> | AsyncIterable<string>
  readonly status: string
  /** What happens after the reply. */
  readonly next?: 'end' | 'starttls' | 'idle'
}

// Special uses of folders (RFC 6154).
const USES: Readonly<Record<string, string>> = {
  Sent: ' \\Sent',
  Drafts: ' \\Drafts',
  Archive: ' \\Archive',
  Junk: ' \\Junk',
  Trash: ' \\Trash',
}
const FLAGS = String.raw`\Answered \Flagged \Deleted \Seen \Draft`
const CHARSETS: ReadonlySet<string> = new Set(['US-ASCII', 'UTF-8'])
const READ_ONLY: Reply = { status: 'NO [NOPERM] This mailbox can only be read' }
const INVALID: Reply = { status: 'BAD Invalid arguments' }
const FAILED: Reply = { status: 'NO [AUTHENTICATIONFAILED] Authentication failed' }

const text = (token: Token | undefined): string => (typeof token === 'string' ? token : '')

const capabilitiesOf = ({ session, mailbox }: State): string => {
  const { offersTls, acceptsPasswords } = protectionOf(session)
  const before = acceptsPasswords ? 'SASL-IR AUTH=PLAIN' : 'LOGINDISABLED'
  return [
    'IMAP4rev1 LITERAL- ID IDLE NAMESPACE UNSELECT SPECIAL-USE',
    ...(offersTls ? ['STARTTLS'] : []),
    ...(mailbox === undefined ? [before] : []),
  ].join(' ')
}

const signIn = (state: State, name: string): Reply => {
  if (!protectionOf(state.session).acceptsPasswords)
    return { status: 'NO [PRIVACYREQUIRED] Start TLS before you send a password' }
  state.mailbox = openMailbox(state.session, name)
  return state.mailbox === undefined ? FAILED : { status: `OK [CAPABILITY ${capabilitiesOf(state)}] Signed in` }
}

/** Returns the folders whose names match a pattern: `*` and `%` stand for any characters. */
const matching = ({ folders }: OpenMailbox, pattern: string): MailFolder[] => {
  const parts = pattern.split(/[*%]+/).map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
  // The name INBOX has no case (RFC 3501, section 5.1).
  return folders.filter(({ name }) => new RegExp(`^${parts.join('.*')}$`, name === 'INBOX' ? 'i' : '').test(name))
}

const folderNamed = ({ folders }: OpenMailbox, name: string): MailFolder | undefined =>
  folders.find((folder) => folder.name === (name.toUpperCase() === 'INBOX' ? 'INBOX' : name))

const list = (mailbox: OpenMailbox, command: string, [reference, pattern]: readonly Token[]): Reply => {
  if (typeof reference !== 'string' || typeof pattern !== 'string') return INVALID
  const found = matching(mailbox, reference + pattern)
  const lines = found.map(({ name }) => `* ${command} (\\HasNoChildren${USES[name] ?? ''}) "/" ${name}\r\n`)
  return {
    lines: pattern === '' ? [`* ${command} (\\Noselect) "/" ""\r\n`] : lines,
    status: `OK ${command} completed`,
  }
}

const numberOfUnseen = (mailbox: OpenMailbox, folder: MailFolder): number =>
  Array.from({ length: folder.messages }, (_, index) => mailbox.facts(folder, index + 1)).filter(
    ({ isSeen }) => !isSeen,
  ).length

const status = (mailbox: OpenMailbox, [name, items]: readonly Token[]): Reply => {
  const folder = folderNamed(mailbox, text(name))
  if (folder === undefined) return { status: 'NO [NONEXISTENT] There is no such folder' }
  if (typeof items !== 'object') return INVALID
  const values = items.map((item) => {
    switch (text(item).toUpperCase()) {
      case 'MESSAGES':
        return `MESSAGES ${folder.messages}`
      case 'RECENT':
        return 'RECENT 0'
      case 'UIDNEXT':
        return `UIDNEXT ${folder.messages + 1}`
      case 'UIDVALIDITY':
        return `UIDVALIDITY ${mailbox.validity}`
      case 'UNSEEN':
        return `UNSEEN ${numberOfUnseen(mailbox, folder)}`
      default:
        return undefined
    }
  })
  if (values.length === 0 || values.includes(undefined)) return INVALID
  return { lines: [`* STATUS ${folder.name} (${values.join(' ')})\r\n`], status: 'OK STATUS completed' }
}

const select = (state: State, mailbox: OpenMailbox, command: string, name: string): Reply => {
  const folder = folderNamed(mailbox, name)
  state.folder = folder
  if (folder === undefined) return { status: 'NO [NONEXISTENT] There is no such folder' }
  return {
    lines: [
      `* ${folder.messages} EXISTS\r\n* 0 RECENT\r\n* FLAGS (${FLAGS})\r\n`,
      '* OK [PERMANENTFLAGS ()] Flags can not be changed\r\n',
      `* OK [UIDVALIDITY ${mailbox.validity}] Valid for a day\r\n* OK [UIDNEXT ${folder.messages + 1}] Next\r\n`,
    ],
    // Many programs select a folder to read it, and end if the server says here that it is read-only.
    status: command === 'EXAMINE' ? 'OK [READ-ONLY] Selected' : 'OK Selected',
  }
}

function* fetchAll(
  mailbox: OpenMailbox,
  folder: MailFolder,
  numbers: readonly number[],
  items: readonly string[],
): Generator<string> {
  for (const number of numbers) yield fetchResponse(mailbox, folder, number, items) ?? ''
}

const fetchMessages = (
  mailbox: OpenMailbox,
  folder: MailFolder,
  [set, ...given]: readonly Token[],
  isByUid: boolean,
): Reply => {
  const wanted = readNumberSet(set, folder.messages)
  const items = readFetchItems(given)
  if (wanted === undefined || items === undefined) return INVALID
  if (fetchResponse(mailbox, folder, 1, items) === undefined) return INVALID
  // A number beyond the last message is an error, but a unique identifier of no message is not (RFC 3501, section 6.4.8).
  if (!isByUid && wanted.some(([, last]) => last > folder.messages)) return { status: 'BAD There is no such message' }
  const all = isByUid && !items.some((item) => item.toUpperCase() === 'UID') ? ['UID', ...items] : items
  return {
    lines: fetchAll(mailbox, folder, numbersIn(wanted, folder.messages), all),
    status: 'OK FETCH completed',
  }
}

// A search through a large folder takes seconds. After this time, in milliseconds, other clients have their turn.
const LONGEST_TURN = 10

async function* searchAll({ messages }: MailFolder, condition: (number: number) => boolean): AsyncGenerator<string> {
  const found: number[] = []
  let start = performance.now()
  for (let number = 1; number <= messages; number++) {
    if (condition(number)) found.push(number)
    if (performance.now() - start > LONGEST_TURN) {
      await nextTurn()
      start = performance.now()
    }
  }
  yield `* SEARCH${found.map((number) => ` ${number}`).join('')}\r\n`
}

const search = (mailbox: OpenMailbox, folder: MailFolder, given: readonly Token[]): Reply => {
  const [first, charset] = given
  if (text(first).toUpperCase() === 'CHARSET' && !CHARSETS.has(text(charset).toUpperCase()))
    return { status: `NO [BADCHARSET (${[...CHARSETS].join(' ')})] Unknown charset` }
  const condition = readSearch(mailbox, folder, given)
  if (condition === undefined) return INVALID
  return { lines: searchAll(folder, condition), status: 'OK SEARCH completed' }
}

/** Replies to commands that every state allows; undefined for others. */
const replyAnywhere = (state: State, { name }: ImapCommand): Reply | undefined => {
  switch (name) {
    case 'CAPABILITY':
      return { lines: [`* CAPABILITY ${capabilitiesOf(state)}\r\n`], status: 'OK CAPABILITY completed' }
    case 'NOOP':
      return { status: 'OK NOOP completed' }
    case 'ID':
      return { lines: ['* ID ("name" "netbox")\r\n'], status: 'OK ID completed' }
    case 'LOGOUT':
      return { lines: ['* BYE Logging out\r\n'], status: 'OK LOGOUT completed', next: 'end' }
    default:
      return undefined
  }
}

const replyBefore = (state: State, { name, given }: ImapCommand): Reply => {
  switch (name) {
    case 'STARTTLS':
      return protectionOf(state.session).offersTls
        ? { status: 'OK Begin the TLS handshake', next: 'starttls' }
        : { status: 'BAD STARTTLS is not available' }
    case 'LOGIN':
      return given.length === 2 ? signIn(state, text(given[0])) : INVALID
    case 'AUTHENTICATE':
      if (given[1] === '*') return { status: 'BAD Authentication cancelled' }
      return text(given[0]).toUpperCase() === 'PLAIN'
        ? signIn(state, plainUser(text(given[1])))
        : { status: 'NO This mechanism is not available' }
    default:
      return { status: 'BAD Sign in first' }
  }
}

const replyInFolder = (mailbox: OpenMailbox, state: State, folder: MailFolder, command: ImapCommand): Reply => {
  const { name, given } = command
  switch (name) {
    case 'CHECK':
      return { status: 'OK CHECK completed' }
    case 'CLOSE':
    case 'UNSELECT':
      state.folder = undefined
      return { status: `OK ${name} completed` }
    case 'FETCH':
    case 'UID FETCH':
      return fetchMessages(mailbox, folder, given, name !== 'FETCH')
    case 'SEARCH':
    case 'UID SEARCH':
      return search(mailbox, folder, given)
    case 'STORE':
    case 'UID STORE':
    case 'COPY':
    case 'UID COPY':
    case 'EXPUNGE':
      return READ_ONLY
    default:
      return { status: 'BAD Unknown command' }
  }
}

const replyAfter = (state: State, mailbox: OpenMailbox, command: ImapCommand): Reply => {
  const { name, given } = command
  switch (name) {
    case 'SELECT':
    case 'EXAMINE':
      return given.length === 1 ? select(state, mailbox, name, text(given[0])) : INVALID
    case 'LIST':
    case 'LSUB':
      return list(mailbox, name, given)
    case 'STATUS':
      return status(mailbox, given)
    case 'NAMESPACE':
      return { lines: ['* NAMESPACE (("" "/")) NIL NIL\r\n'], status: 'OK NAMESPACE completed' }
    case 'IDLE':
      return { status: 'OK IDLE completed', next: 'idle' }
    case 'CREATE':
    case 'DELETE':
    case 'RENAME':
    case 'SUBSCRIBE':
    case 'UNSUBSCRIBE':
    case 'APPEND':
      return READ_ONLY
    default:
      return state.folder === undefined
        ? { status: 'BAD Select a folder first, or unknown command' }
        : replyInFolder(mailbox, state, state.folder, command)
  }
}

/** Describes a command without its password. */
const questionOf = ({ name, given }: ImapCommand): string => {
  const shown = name === 'LOGIN' ? given.slice(0, 1) : name === 'AUTHENTICATE' ? [plainUser(text(given[1]))] : given
  return [name, ...shown.map((token) => (typeof token === 'string' ? token : '(…)'))].join(' ').slice(0, 200)
}

/** Reads the credentials of AUTHENTICATE, which have a line of their own if they are not in the command (RFC 3501, section 6.2.2). */
const withCredentials = async (
  command: ImapCommand,
  session: MailboxSession,
  { line }: Input,
  write: (text: string) => void,
): Promise<ImapCommand> => {
  if (command.name !== 'AUTHENTICATE' || command.given.length !== 1 || !protectionOf(session).acceptsPasswords)
    return command
  write('+ \r\n')
  return { ...command, given: [...command.given, (await line()) ?? ''] }
}

/**
 * Serves a client of IMAP4rev1 (RFC 3501). Mailboxes can only be read. Resolves when the connection ends; with true if the client starts
 * TLS.
 */
export const serveImap = async (stream: Duplex, session: MailboxSession): Promise<boolean> => {
  const input = readInput(stream, LONGEST_LINE)
  const state: State = { session, mailbox: undefined, folder: undefined }
  const write = (line: string): void => void stream.write(line, 'latin1')
  const greeting = `* OK [CAPABILITY ${capabilitiesOf(state)}] ${session.names[0]} ready`
  if (!session.isContinued) {
    write(`${greeting}\r\n`)
    session.note(`greeting of ${session.names[0]}`, greeting, 'answered')
  }
  const end = (line: string): false => {
    if (!stream.destroyed) stream.end(`${line}\r\n`)
    return false
  }
  let invalid = 0
  for (;;) {
    if (invalid >= MOST_INVALID) return end('* BYE Too many invalid commands')
    const read = await readCommand(input, write)
    if (read === undefined) return end('* BYE The command is too long or incomplete')
    if (!('name' in read)) {
      invalid += 1
      write(`${read.tag} ${read.isTooLong === true ? 'NO [LIMIT] The literal is too long' : 'BAD Invalid command'}\r\n`)
      continue
    }
    const command = await withCredentials(read, session, input, write)
    const reply =
      replyAnywhere(state, command) ??
      (state.mailbox === undefined ? replyBefore(state, command) : replyAfter(state, state.mailbox, command))
    if (reply.next === 'idle') {
      write('+ Idling\r\n')
      await input.line()
    }
    if (reply.status.startsWith('BAD') || (state.mailbox === undefined && !reply.status.startsWith('OK'))) invalid += 1
    session.note(questionOf(command), reply.status, reply.status.startsWith('OK') ? 'answered' : 'refused')
    await writeAll(stream, reply.lines ?? [])
    const tagged = `${command.tag} ${reply.status}`
    if (reply.next === 'end') return end(tagged)
    await writeAll(stream, [`${tagged}\r\n`])
    if (stream.destroyed) return false
    if (reply.next === 'starttls') return true
  }
}
