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

/** Reads the keys of SEARCH (RFC 3501, section 6.4.4). Returns undefined for invalid ones. */
export const readSearch = (
  mailbox: OpenMailbox,
  folder: MailFolder,
  given: readonly Token[],
): Condition | undefined => {
  const hasCharset = typeof given[0] === 'string' && given[0].toUpperCase() === 'CHARSET'
  const tokens = given.slice(hasCharset ? 2 : 0)
  let count = 0
  const facts = (number: number) => mailbox.facts(folder, number)
  const textAt = (number: number): string => {
    const { header, parts } = mailbox.message(folder, number)
    return header + parts[0].body()
  }
  // An empty text is in every field, but not in a field that the message doesn't have (RFC 3501, section 6.4.4).
  const readText = (from: Token[], textOf: (number: number) => string | undefined): Condition | undefined => {
    const text = from.shift()
    if (typeof text !== 'string') return undefined
    const wanted = text.toLowerCase()
    return (number) => textOf(number)?.toLowerCase().includes(wanted) ?? false
  }
  const readDate = (from: Token[], compare: (day: number, wanted: number) => boolean): Condition | undefined => {
    const text = from.shift()
    const [, day, month, year] = (typeof text === 'string' ? DATE.exec(text) : null) ?? []
    const wanted = Date.parse(`${day} ${month} ${year} 00:00 UTC`)
    return Number.isNaN(wanted) ? undefined : (number) => compare(Math.floor(facts(number).at / DAY) * DAY, wanted)
  }
  const readSize = (from: Token[], compare: (size: number, wanted: number) => boolean): Condition | undefined => {
    const text = from.shift()
    if (typeof text !== 'string' || !/^\d{1,10}$/.test(text)) return undefined
    return (number) => compare(mailbox.message(folder, number).size, Number(text))
  }
  const readSet = (token: Token | undefined): Condition | undefined => {
    const set = readNumberSet(token, folder.messages)
    return set === undefined ? undefined : (number) => contains(set, number)
  }
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
    const key = from.shift()
    if (key === undefined || ++count > MOST_KEYS) return undefined
    if (typeof key !== 'string') return key.length === 0 ? undefined : readAll([...key])
    const name = key.toUpperCase()
    const flag = FLAGS[name]
    if (flag !== undefined) return (number) => flagsOf(facts(number), folder).includes(flag[0]) === flag[1]
    switch (name) {
      case 'ALL':
        return () => true
      case 'UID':
        return readSet(from.shift())
      case 'NOT': {
        const condition = readKey(from)
        return condition === undefined ? undefined : (number) => !condition(number)
      }
      case 'OR': {
        const [one, other] = [readKey(from), readKey(from)]
        return one === undefined || other === undefined ? undefined : (number) => one(number) || other(number)
      }
      case 'FROM':
      case 'TO':
      case 'CC':
      case 'BCC':
      case 'SUBJECT':
        return readText(from, (number) => fieldOf(mailbox.message(folder, number), name))
      case 'HEADER': {
        const field = from.shift()
        return typeof field === 'string'
          ? readText(from, (number) => fieldOf(mailbox.message(folder, number), field))
          : undefined
      }
      case 'BODY':
        return readText(from, (number) => mailbox.message(folder, number).parts[0].body())
      case 'TEXT':
        return readText(from, textAt)
      case 'KEYWORD':
        return from.shift() === undefined ? undefined : () => false
      case 'UNKEYWORD':
        return from.shift() === undefined ? undefined : () => true
      case 'BEFORE':
      case 'SENTBEFORE':
        return readDate(from, (day, wanted) => day < wanted)
      case 'ON':
      case 'SENTON':
        return readDate(from, (day, wanted) => day === wanted)
      case 'SINCE':
      case 'SENTSINCE':
        return readDate(from, (day, wanted) => day >= wanted)
      case 'LARGER':
        return readSize(from, (size, wanted) => size > wanted)
      case 'SMALLER':
        return readSize(from, (size, wanted) => size < wanted)
      default:
        return readSet(key)
    }
  }
  return tokens.length === 0 ? undefined : readAll(tokens)
}
