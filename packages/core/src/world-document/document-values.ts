import { type FieldPath, unknownValue, WorldDocumentError } from '../errors/document-errors.ts'
import { ToolError } from '../errors/tool-error.ts'
import { clip } from '../errors/world-errors.ts'
import { parseAddress } from '../foundation/addresses.ts'
import { utf8LengthOf } from '../foundation/bytes.ts'
import { isReverseName } from '../foundation/names.ts'
import { specialBlockOf } from '../foundation/special-addresses.ts'
import { parseDomain, parseName } from '../inputs/host.ts'
import { readCombination } from '../scenarios/combination.ts'
import { isTimeline, readScenario, readTimeline } from '../scenarios/timeline.ts'
import { blockLists } from '../world/names/block-lists.ts'
import { FROM_NAME, isAddressWord } from '../world/computed-addresses.ts'

const notName = (text: string, path: FieldPath): WorldDocumentError =>
  new WorldDocumentError(path, `'${clip(text)}' is not a domain name.`)

const requireForward = (name: string, text: string, path: FieldPath): string => {
  if (!isReverseName(name)) return name
  throw new WorldDocumentError(path, `'${clip(text)}' is a reverse name. List it under addresses, as ptr.`)
}

/** Reads the name of a host. */
export const nameOf = (text: string, path: FieldPath): string => {
  const name = parseDomain(text.trim())
  if (name === undefined) throw notName(text, path)
  return requireForward(name, text, path)
}

/** Reads the name of a host, or of all hosts below a name: `*.shop.example`. */
export const hostOf = (text: string, path: FieldPath): string =>
  text.startsWith('*.') ? `*.${nameOf(text.slice(2), path)}` : nameOf(text, path)

/** Reads the name of records, which may be one that no host has, or a wildcard: `*.shop.example` (RFC 4592). */
export const ownerOf = (text: string, path: FieldPath): string => {
  const wildcard = text.startsWith('*.') ? '*.' : ''
  const name = parseName(text.slice(wildcard.length).trim())
  if (name?.includes('.') !== true) throw notName(text, path)
  return wildcard + requireForward(name, text, path)
}

/** Reads the target of a record, which need not be a name that hosts have. */
export const targetOf = (text: string, path: FieldPath): string => {
  const name = parseName(text.trim())
  if (name === undefined) throw notName(text, path)
  return name
}

/** Reads a target, or the root: a null MX (RFC 7505), or a service that is not available (RFC 2782). */
export const targetOrRoot = (text: string, path: FieldPath): string => (text === '.' ? '.' : targetOf(text, path))

const LONGEST_LABEL = 63

/** Reads the mailbox of a zone, written as an email address. Its local part is one label of a name (RFC 1035, section 8). */
export const mailboxOf = (text: string, path: FieldPath): string => {
  const mailbox = text.trim().toLowerCase()
  const at = mailbox.indexOf('@')
  const domain = targetOrRoot(mailbox.slice(at + 1), path)
  if (at > LONGEST_LABEL || parseName(`${'x'.repeat(at)}.${domain === '.' ? 'x' : domain}`) === undefined)
    throw notName(text, path)
  return `${mailbox.slice(0, at)}@${domain}`
}

const LONGEST_STRING = 255

/** Reads a string of a text record, with escapes. */
export const characterString = (text: string, path: FieldPath): string => {
  if (utf8LengthOf(text.replaceAll(/\\(?:\d{3}|.)/gs, '.')) <= LONGEST_STRING) return text
  throw new WorldDocumentError(path, `A string has at most ${LONGEST_STRING} octets (RFC 1035, section 3.3).`)
}

/** Reads an address in canonical form, of one family if given. */
export const addressOf = (text: string, path: FieldPath, family?: 'IPv4' | 'IPv6'): string => {
  const address = parseAddress(text.trim())
  const isWanted = address !== undefined && (family === undefined || address.includes(':') === (family === 'IPv6'))
  if (!isWanted) throw new WorldDocumentError(path, `'${clip(text)}' is not an ${family ?? 'IP'} address.`)
  return address
}

// Multicast and broadcast: no address of a host, nor of a client itself.
const OF_MANY: ReadonlySet<string> = new Set(['224.0.0.0/4', '255.255.255.255/32', 'ff00::/8'])

/**
 * Returns a function that reads the address in a record in canonical form, or a word for it: `client`, and `from-name` under a wildcard.
 * Records may lead clients to themselves, as by 127.0.0.1, but no host has such an address.
 */
export const recordAddress =
  (family: 'IPv4' | 'IPv6') =>
  (text: string, path: FieldPath): string => {
    const word = text.trim()
    if (word === FROM_NAME && !String(path[1]).startsWith('*.'))
      throw new WorldDocumentError(
        path,
        `'${FROM_NAME}' needs a wildcard, such as *.dev.example: other names contain no address.`,
      )
    if (isAddressWord(word)) return word
    const address = addressOf(text, path, family)
    const block = specialBlockOf(address)
    if (block !== undefined && OF_MANY.has(block.block))
      throw new WorldDocumentError(
        path,
        `'${clip(text)}' is ${block.name} (${block.source}), which no record can have.`,
      )
    return address
  }

/** Reads the zone or the name of a block list. Returns its zone. */
export const blockListOf = (text: string, path: FieldPath): string => {
  const wanted = text.trim().toLowerCase()
  const list = blockLists.find(({ name, zone }) => zone === wanted || name.toLowerCase() === wanted)
  if (list !== undefined) return list.zone
  const zones = blockLists.map(({ zone }) => zone)
  throw unknownValue(path, text, 'block list of the simulated internet', zones)
}

/** Reads the scenario of one domain in canonical form. */
export const domainScenario = (text: string, path: FieldPath): string => {
  try {
    const scenario = readScenario(text)
    const { base, windows } = readTimeline(isTimeline(scenario) ? scenario : `${scenario},healthy@00:00..00:01`)
    const parts = [base, ...windows.map((window) => window.scenario)].flatMap(readCombination)
    const other = parts.find(({ domain }) => domain !== undefined)
    if (other === undefined) return scenario
    throw new WorldDocumentError(path, `It already applies to this domain: leave ':${other.domain}' out.`)
  } catch (error) {
    const isPlain = error instanceof ToolError && !(error instanceof WorldDocumentError)
    throw isPlain ? new WorldDocumentError(path, error.message) : error
  }
}
