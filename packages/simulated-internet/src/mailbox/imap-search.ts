import type { MailFolder } from '@netbox/core/dns'
import { DAY } from '@netbox/core'
import { fieldOf, flagsOf } from './imap-fetch.ts'
import { contains, readNumberSet, type Token } from './imap-command.ts'
import type { OpenMailbox } from './open-mailbox.ts'

/** A condition on a message, by its number. */
type Condition = (number: number) => boolean

// Each key is tested for each message of a folder.
const MOST_KEYS = 50

const FLAGS: Readonly<Record<string, readonly [flag: string, isSet: boolean]>> = {
  ANSWERED: ['\\Answered', true],
  DELETED: ['\\Deleted', true],
  DRAFT: ['\\Draft', true],
  FLAGGED: ['\\Flagged', true],
  NEW: ['\\Recent', true],
  OLD: ['\\Recent', false],
  RECENT: ['\\Recent', true],
  SEEN: ['\\Seen', true],
  UNANSWERED: ['\\Answered', false],
  UNDELETED: ['\\Deleted', false],
  UNDRAFT: ['\\Draft', false],
  UNFLAGGED: ['\\Flagged', false],
  UNSEEN: ['\\Seen', false],
}

const DATE = /^(\d{1,2})-([A-Z][a-z]{2})-(\d{4})$/i

/** The folder that is searched. */
interface Searched {
  readonly mailbox: OpenMailbox
  readonly folder: MailFolder
}

/** Reads the arguments of a key from the tokens behind it, which it removes; undefined for invalid ones. */
type ReadKey = (searched: Searched, from: Token[]) => Condition | undefined

type Text = (searched: Searched, number: number) => string | undefined

// An empty text is in every field, but not in a field that the message doesn't have (RFC 3501, section 6.4.4).
const textKey =
  (textOf: Text): ReadKey =>
  (searched, from) => {
    const text = from.shift()
    if (typeof text !== 'string') return undefined
    const wanted = text.toLowerCase()
    return (number) => textOf(searched, number)?.toLowerCase().includes(wanted) ?? false
  }

const fieldKey = (name: string): ReadKey =>
  textKey(({ mailbox, folder }, number) => fieldOf(mailbox.message(folder, number), name))

const dateKey =
  (compare: (day: number, wanted: number) => boolean): ReadKey =>
  ({ mailbox, folder }, from) => {
    const text = from.shift()
    const [, day, month, year] = (typeof text === 'string' ? DATE.exec(text) : null) ?? []
    const wanted = Date.parse(`${day} ${month} ${year} 00:00 UTC`)
    if (Number.isNaN(wanted)) return undefined
    return (number) => compare(Math.floor(mailbox.facts(folder, number).at / DAY) * DAY, wanted)
  }

const sizeKey =
  (compare: (size: number, wanted: number) => boolean): ReadKey =>
  ({ mailbox, folder }, from) => {
    const text = from.shift()
    if (typeof text !== 'string' || !/^\d{1,10}$/.test(text)) return undefined
    return (number) => compare(mailbox.message(folder, number).size, Number(text))
  }

const flagKey =
  ([flag, isSet]: readonly [flag: string, isSet: boolean]): ReadKey =>
  ({ mailbox, folder }) =>
  (number) =>
    flagsOf(mailbox.facts(folder, number), folder).includes(flag) === isSet

/** Returns the key of keywords, which no message has. */
const keywordKey =
  (isSet: boolean): ReadKey =>
  (_searched, from) =>
    from.shift() === undefined ? undefined : () => !isSet

const setKey: ReadKey = ({ folder }, from) => {
  const set = readNumberSet(from.shift(), folder.messages)
  return set === undefined ? undefined : (number) => contains(set, number)
}

const before = dateKey((day, wanted) => day < wanted)
const on = dateKey((day, wanted) => day === wanted)
const since = dateKey((day, wanted) => day >= wanted)

const KEYS: ReadonlyMap<string, ReadKey> = new Map(
  Object.entries({
    ...Object.fromEntries(Object.entries(FLAGS).map(([name, flag]) => [name, flagKey(flag)])),
    ...Object.fromEntries(['FROM', 'TO', 'CC', 'BCC', 'SUBJECT'].map((name) => [name, fieldKey(name)])),
    ALL: () => () => true,
    UID: setKey,
    HEADER: (searched, from) => {
      const field = from.shift()
      return typeof field === 'string' ? fieldKey(field)(searched, from) : undefined
    },
    BODY: textKey(({ mailbox, folder }, number) => mailbox.message(folder, number).parts[0].body()),
    TEXT: textKey(({ mailbox, folder }, number) => {
      const { header, parts } = mailbox.message(folder, number)
      return header + parts[0].body()
    }),
    KEYWORD: keywordKey(true),
    UNKEYWORD: keywordKey(false),
    BEFORE: before,
    SENTBEFORE: before,
    ON: on,
    SENTON: on,
    SINCE: since,
    SENTSINCE: since,
    LARGER: sizeKey((size, wanted) => size > wanted),
    SMALLER: sizeKey((size, wanted) => size < wanted),
  } satisfies Record<string, ReadKey>),
)

/** Reads the keys of SEARCH (RFC 3501, section 6.4.4). Returns undefined for invalid ones. */
export const readSearch = (
  mailbox: OpenMailbox,
  folder: MailFolder,
  given: readonly Token[],
): Condition | undefined => {
  const hasCharset = typeof given[0] === 'string' && given[0].toUpperCase() === 'CHARSET'
  const tokens = given.slice(hasCharset ? 2 : 0)
  let count = 0
  const readAll = (from: Token[]): Condition | undefined => {
    const conditions: Condition[] = []
    while (from.length > 0) {
      const condition = readKey(from)
      if (condition === undefined) return undefined
      conditions.push(condition)
    }
    return (number) => conditions.every((condition) => condition(number))
  }
  const readKey = (from: Token[]): Condition | undefined => {
    const [key] = from
    if (key === undefined || ++count > MOST_KEYS) return undefined
    if (typeof key !== 'string') {
      from.shift()
      return key.length === 0 ? undefined : readAll([...key])
    }
    const name = key.toUpperCase()
    const read = KEYS.get(name)
    // A key without a name is a set of messages.
    if (read === undefined && name !== 'NOT' && name !== 'OR') return setKey({ mailbox, folder }, from)
    from.shift()
    if (read !== undefined) return read({ mailbox, folder }, from)
    const one = readKey(from)
    if (name === 'NOT') return one === undefined ? undefined : (number) => !one(number)
    const other = readKey(from)
    return one === undefined || other === undefined ? undefined : (number) => one(number) || other(number)
  }
  return tokens.length === 0 ? undefined : readAll(tokens)
}
