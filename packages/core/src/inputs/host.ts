import { hostOf } from '../platform.ts'
import { parseAddress } from '../foundation/addresses.ts'

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?'
// A last label that makes browsers read the whole name as an IPv4 address (WHATWG URL, "ends in a number").
const NUMBER = '(?:\\d+|0x[0-9a-f]*)$'
const NUMERIC = new RegExp(`(?:^|\\.)${NUMBER}`)
const NAME = new RegExp(`^(?:${LABEL}\\.)+(?!${NUMBER})${LABEL}$`)
const LONGEST = 253

// The URL parser would percent-decode or cut off other ASCII characters. It ignores the invisible ones that UTS 46 ignores.
const CHARACTERS = /^(?:[\w.-]|[^\p{ASCII}\p{Cc}\p{Cs}\p{Z}])+$/u
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
  if (NAME.test(lower) && !lower.includes('xn--')) return lower
  if (NUMERIC.test(lower)) return undefined
  const host = mapName(name)
  return host !== undefined && host.length <= LONGEST && NAME.test(host) ? host : undefined
}

const SINGLE = new RegExp(`^${LABEL}$`)

/** Parses a name that a resolver accepts in a query: a domain name, a wildcard, or a single label such as a top-level domain. */
export const parseQueryName = (text: string): string | undefined => {
  if (text.startsWith('*.')) {
    const above = parseDomain(text.slice(2))
    return above && `*.${above}`
  }
  const domain = parseDomain(text)
  if (domain !== undefined) return domain
  const label = text.toLowerCase().replace(/\.$/, '')
  return SINGLE.test(label) && !NUMERIC.test(label) ? label : undefined
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
