import { hostOf } from '../platform.ts'
import { parseAddress } from '../foundation/addresses.ts'
import { endsInNumber, isHostName, isSingleLabel } from '../foundation/host-names.ts'

const LONGEST = 253

// The URL parser would percent-decode or cut off other ASCII characters. It ignores the invisible ones that UTS 46 ignores. Quotation marks
// around a pasted name are no part of it.
const CHARACTERS = /^(?:[\w.-]|[^\p{ASCII}\p{Cc}\p{Cs}\p{Z}\p{Pi}\p{Pf}\p{Ps}\p{Pe}])+$/u
// The characters that UTS 46 maps to a dot, and the dot.
const LAST_DOT = /[.\u3002\uff0e\uff61]$/

/** Maps a name by UTS 46 (IDN as punycode); undefined for a name that IDNA disallows. */
const mapName = (name: string): string | undefined =>
  // The URL parser checks the labels of a name only if one of them isn't ASCII, so an ASCII name such as `xn--0.example` gets one.
  CHARACTERS.test(name) ? hostOf(`ü.${name}`)?.slice('xn--tda.'.length) : undefined

/**
 * Reads a domain name as DNS writes it: lower case, IDN as punycode, no trailing dot, at least two labels of at most 63 characters and 253
 * in all (RFC 1035, section 2.3.4). A name that ends in a number is an IP address or invalid.
 */
export const parseDomain = (text: string): string | undefined => {
  const name = text.replace(LAST_DOT, '')
  const lower = name.toLowerCase()
  if (name.length > LONGEST) return undefined
  if (isHostName(lower) && !lower.includes('xn--')) return lower
  if (endsInNumber(lower)) return undefined
  const host = mapName(name)
  return host !== undefined && host.length <= LONGEST && isHostName(host) ? host : undefined
}

// The characters that need no escape, and those that have one: an octet, or a character that is no digit.
const ESCAPED = '(?:[\\w*-]|\\\\(?:[01]\\d\\d|2[0-4]\\d|25[0-5]|[ -/:-~]))+'
const ESCAPED_NAME = new RegExp(`^${ESCAPED}(?:\\.${ESCAPED})*\\.?$`)
const [LONGEST_LABEL, LONGEST_OCTETS] = [63, 255]

/** Writes an octet of a label in canonical form. Only ASCII letters are converted to lower case (RFC 4343). */
const writeOctet = (code: number): string => {
  const character = String.fromCharCode(code).toLowerCase()
  return code < 128 && /[a-z\d_*-]/.test(character) ? character : `\\${String(code).padStart(3, '0')}`
}

/**
 * Reads any name of the DNS as zone files write it, with escapes (RFC 1035, section 5.1). In canonical form, octets other than letters,
 * digits, hyphens, underscores and asterisks are escapes of three digits, so a dot always ends a label. Addresses are no names.
 */
export const parseName = (text: string): string | undefined => {
  const domain = parseDomain(text)
  if (domain !== undefined || !ESCAPED_NAME.test(text) || parseAddress(text) !== undefined) return domain
  const labels = (text.match(new RegExp(ESCAPED, 'g')) ?? []).map((label) =>
    label.replaceAll(/\\(\d{3})|\\?(.)/g, (_, octet: string | undefined, character: string) =>
      writeOctet(octet === undefined ? character.charCodeAt(0) : Number(octet)),
    ),
  )
  const lengths = labels.map((label) => label.replaceAll(/\\\d{3}/g, '?').length)
  const octets = lengths.reduce((sum, length) => sum + length + 1, 1)
  return octets > LONGEST_OCTETS || lengths.some((length) => length > LONGEST_LABEL) ? undefined : labels.join('.')
}

/** Parses a name that a resolver accepts in a query: a domain name, a wildcard, or a single label such as a top-level domain. */
export const parseQueryName = (text: string): string | undefined => {
  if (text.startsWith('*.')) {
    const above = parseDomain(text.slice(2))
    return above && `*.${above}`
  }
  const domain = parseDomain(text)
  if (domain !== undefined) return domain
  const label = text.toLowerCase().replace(/\.$/, '')
  return isSingleLabel(label) && !endsInNumber(label) ? label : undefined
}

// https://user@host:8443/path?query → host:8443 ; someone@host → host
const URL_SHAPE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i

/** Removes the scheme and path of a URL and the local part of an email address. */
export const withoutDecoration = (text: string): string => {
  if (!text.includes('/') && !text.includes('@')) return text
  const authority = URL_SHAPE.exec(text)?.[1] ?? text
  const path = text.indexOf('/')
  // A network in CIDR notation is not a host with a path.
  const isPath =
    authority === text && path > 0 && !text.includes('@') && parseAddress(text.slice(0, path)) === undefined
  const bare = isPath ? text.slice(0, path) : authority
  return bare.slice(bare.lastIndexOf('@') + 1)
}

/** Reads `host:port`, `[v6]:port` or only a host. A bare IPv6 address is a host without a port. */
export const splitPort = (text: string): { host: string; port: string | undefined } => {
  const bracketed = text.startsWith('[') ? /^\[([^\]]+)\](?::(.*))?$/.exec(text) : null
  if (bracketed !== null) return { host: bracketed[1] ?? '', port: bracketed[2] }
  const colon = text.indexOf(':')
  if (colon < 0 || colon !== text.lastIndexOf(':')) return { host: text, port: undefined }
  return { host: text.slice(0, colon), port: text.slice(colon + 1) }
}

/** Reads an IPv4 or IPv6 address or a domain name, in canonical form. */
export const parseHost = (text: string): string | undefined => parseAddress(text) ?? parseDomain(text)
