import type { Input } from '../tcp/read-input.ts'

/** A word of a command, or a list of words in parentheses. */
export type Token = string | readonly Token[]

/** A command of IMAP (RFC 3501, section 9). */
export interface ImapCommand {
  readonly tag: string
  /** The name in capital letters. `UID` commands have two words: `UID FETCH`. */
  readonly name: string
  readonly given: readonly Token[]
}

/** The longest line of a command, in octets (RFC 7162, section 4). */
export const LONGEST_LINE = 8192
const LONGEST_LITERAL = 4096
const MOST_LITERALS = 20
const DEEPEST_LIST = 20

const TAG = /^[^\0-\x20(){%*"\\+\x7F]{1,64}$/
// A word may have a section in brackets, such as `BODY[HEADER.FIELDS (DATE)]`. NUL stands for a literal.
const TOKEN = / |\(|\)|\0|"((?:[^"\\\r\n]|\\["\\])*)"|((?:[^\s()"\0[\]{}]|\[[^\]\0]*\])+)/y

/** Splits text into words and lists. Returns undefined for invalid syntax. */
const tokensOf = (text: string, literals: string[]): Token[] | undefined => {
  const lists: Token[][] = [[]]
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text)
    if (found === null) return undefined
    const [sign, quoted, word] = found
    const top = lists.at(-1)
    if (sign === '(') {
      if (lists.length > DEEPEST_LIST) return undefined
      lists.push([])
    } else if (sign === ')') {
      const list = lists.pop()
      if (list === undefined || lists.length === 0) return undefined
      lists.at(-1)?.push(list)
    } else if (sign === '\0') top?.push(literals.shift() ?? '')
    else if (quoted !== undefined) top?.push(quoted.replaceAll(/\\(.)/g, '$1'))
    else if (word !== undefined) top?.push(word)
  }
  return lists.length === 1 ? lists[0] : undefined
}

/** A command that is not carried out: its syntax is invalid, or it has a literal that is too long. */
export interface RefusedCommand {
  readonly tag: string
  readonly isTooLong?: boolean
}

const tagIn = (text: string): string => {
  const [tag = ''] = text.split(' ', 1)
  return TAG.test(tag) ? tag : '*'
}

/**
 * Reads a command with its literals. Writes the continuation that a client waits for before a literal. Resolves with undefined at the end of
 * the input, or if the command is too long and the client doesn't wait for an answer.
 */
export const readCommand = async (
  { line, octets }: Input,
  write: (text: string) => void,
): Promise<ImapCommand | RefusedCommand | undefined> => {
  let text = ''
  const literals: string[] = []
  for (;;) {
    const part = await line()
    if (part === undefined || text.length + part.length > LONGEST_LINE) return undefined
    const literal = /\{(\d{1,9})(\+?)\}$/.exec(part)
    if (part.includes('\0') || literal === null) {
      text += part
      break
    }
    const size = Number(literal[1])
    const isAnnounced = literal[2] === ''
    if (size > LONGEST_LITERAL || literals.length >= MOST_LITERALS)
      return isAnnounced ? { tag: tagIn(text + part), isTooLong: true } : undefined
    if (isAnnounced) write('+ Ready for the literal\r\n')
    const octetsRead = await octets(size)
    if (octetsRead === undefined) return undefined
    literals.push(octetsRead)
    text += `${part.slice(0, literal.index)}\0`
  }
  const tag = tagIn(text)
  if (tag === '*') return { tag }
  const tokens = tokensOf(text.slice(tag.length + 1), literals)
  if (tokens === undefined) return { tag }
  const [first, second] = tokens
  if (typeof first !== 'string') return { tag }
  const name = first.toUpperCase()
  if (name !== 'UID') return { tag, name, given: tokens.slice(1) }
  return typeof second === 'string' ? { tag, name: `UID ${second.toUpperCase()}`, given: tokens.slice(2) } : { tag }
}

/** Ranges of message numbers, such as `1:5,9,20:*`. */
export type NumberSet = readonly (readonly [first: number, last: number])[]

const NUMBER_SET = /^(?:\d{1,10}|\*)(?::(?:\d{1,10}|\*))?(?:,(?:\d{1,10}|\*)(?::(?:\d{1,10}|\*))?)*$/

/** Reads a set of numbers. `*` is the largest number. Returns undefined for other texts. */
export const readNumberSet = (token: Token | undefined, largest: number): NumberSet | undefined => {
  if (typeof token !== 'string' || !NUMBER_SET.test(token)) return undefined
  const ranges = token.split(',').map((range): readonly [number, number] => {
    const [from = '', to = from] = range.split(':')
    const [one, other] = [from, to].map((end) => (end === '*' ? largest : Number(end)))
    return [Math.min(one ?? 0, other ?? 0), Math.max(one ?? 0, other ?? 0)]
  })
  return ranges.some(([first]) => first === 0) ? undefined : ranges
}

/** Returns whether a set contains a number. */
export const contains = (set: NumberSet, number: number): boolean =>
  set.some(([first, last]) => number >= first && number <= last)

/** Returns the numbers from 1 to the largest that a set contains, in order. */
export const numbersIn = (set: NumberSet, largest: number): number[] =>
  Array.from({ length: largest }, (_, index) => index + 1).filter((number) => contains(set, number))
