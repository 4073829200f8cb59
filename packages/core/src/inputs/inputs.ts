import { parseDomain, parseHost, splitPort, withoutDecoration } from './host.ts'
import { parseAddress, withPort } from '../foundation/addresses.ts'
import { CONTROLS } from '../foundation/plain-text.ts'

/** The input of a tool: its label on screen, and its parser. */
export interface Input<Value> {
  /** The label on cards and in texts: 'Domain Name'. */
  readonly type: string
  /** Whether the input may have several lines. Users paste them from elsewhere, so a control character in them is no typo. */
  readonly multiline?: true
  /** Parses trimmed, non-blank text; undefined if it is not valid input for this tool. */
  readonly parse: (text: string) => Parsed<Value> | undefined
}

/** A parsed input: its value for the tool, and its canonical text. */
export interface Parsed<Value> {
  readonly value: Value
  /** The input in canonical form, as in the run. Parsing it again gives the same value. */
  readonly canonical: string
}

/** The maximum input length, in characters; header blocks and address lists are the longest inputs. */
export const MAX_INPUT_LENGTH = 65_536

const LINES = /[\t\n\r]/

/**
 * Parses a tool's input after trimming it. Returns `undefined` for text that is too long, and for control characters or line breaks where the
 * tool expects one line. In an input of several lines, U+FFFD replaces each control character.
 *
 * @example
 * const [{ input }] = tools
 * parseInput(input, '192.0.2.25')?.canonical // => '192.0.2.25'
 * parseInput(input, '192.0.2.256') // => undefined
 */
export const parseInput = <Value>(input: Input<Value>, text: string): Parsed<Value> | undefined => {
  // Scripts without types may pass anything.
  if (typeof text !== 'string' || text.length > MAX_INPUT_LENGTH) return undefined
  // Nearly every input is plain ASCII, and testing for that is much faster.
  if (isPlain(text)) return input.parse(text)
  if (input.multiline === true) return input.parse(text.replaceAll(CONTROLS, '\ufffd'))
  return text.search(CONTROLS) >= 0 || LINES.test(text) ? undefined : input.parse(text)
}

const isPlain = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code > 0x7e) return false
  }
  return true
}

/** A host and a TCP port. */
export interface Endpoint {
  readonly host: string
  /** 1 to 65535. */
  readonly port: number
}

/** An input that accepts an address or a host name. A URL or an email address is reduced to its host. */
export const hostInput: Input<string> = {
  type: 'IP Address',
  parse: (text) => {
    const { host } = splitPort(withoutDecoration(text))
    const value = parseHost(host)
    return value === undefined ? undefined : { value, canonical: value }
  },
}

/** An input that accepts an address but no name, because reverse lookups accept none. A URL is reduced to its host. */
export const addressInput: Input<string> = {
  type: 'IP Address',
  parse: (text) => {
    const value = parseAddress(splitPort(withoutDecoration(text)).host)
    return value === undefined ? undefined : { value, canonical: value }
  },
}

/** An input that accepts a domain name. A URL or an email address is reduced to its host. */
export const domainInput: Input<string> = {
  type: 'Domain Name',
  parse: (text) => {
    const value = parseDomain(splitPort(withoutDecoration(text)).host)
    return value === undefined ? undefined : { value, canonical: value }
  },
}

const parsePort = (text: string | undefined, fallback: number): number | undefined => {
  if (text === undefined) return fallback
  if (!/^[1-9]\d{0,4}$/.test(text)) return undefined
  const port = Number(text)
  return port <= 65_535 ? port : undefined
}

/** Returns an input that accepts a host with a port from 1 to 65535; the default port is `fallback`. */
export const endpointInput = (type: string, fallback: number): Input<Endpoint> => ({
  type,
  parse: (text) => {
    const { host: name, port: digits } = splitPort(withoutDecoration(text))
    const host = parseHost(name)
    const port = parsePort(digits, fallback)
    if (host === undefined || port === undefined) return undefined
    return { value: { host, port }, canonical: withPort(host, port) }
  },
})

/** A time of a world, from 1970 to 9999: ISO 8601, epoch milliseconds or a `Date`. */
export type WorldTime = string | number | Date

const MAX_SEED_LENGTH = 64
// The last instant of the year 9999, because ISO 8601 writes later years with a sign.
const LAST_INSTANT = 253_402_300_799_999

const parseTime = (text: string): number => (/^\d{4}-\d{2}(?:-\d{2}|$)/.test(text) ? Date.parse(text) : Number.NaN)

/**
 * Parses the time of a world into epoch milliseconds; undefined for a text that is not a time, and for a time outside the years 1970 to
 * 9999.
 */
export const timeOf = (at: WorldTime): number | undefined => {
  const time = at instanceof Date ? at.getTime() : typeof at === 'string' ? parseTime(at) : at
  return Number.isInteger(time) && time >= 0 && time <= LAST_INSTANT ? time : undefined
}

/** Returns whether a value is a valid seed. Scripts without types may pass anything. */
export const isSeed = (seed: unknown): seed is string =>
  typeof seed === 'string' && seed !== '' && seed.length <= MAX_SEED_LENGTH
