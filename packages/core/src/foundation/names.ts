import { encodeUtf8 } from './bytes.ts'
import { suffixStart } from './public-suffixes.ts'
import { groupsOf, isV6, parseAddress, parseV4 } from './addresses.ts'

const DOT = 46

/** Returns the index of the last dot before a position, -1 if there is none. Faster than `lastIndexOf`, which leaves compiled code. */
const dotBefore = (text: string, place: number): number => {
  let at = place - 1
  while (at >= 0 && text.charCodeAt(at) !== DOT) at--
  return at
}

/** Returns whether people register names below this one: a top-level domain, or one like `co.uk`. The root, `.`, counts too. */
export const isSuffix = (name: string): boolean => suffixStart(name) === 0 || name === '.'

/** Returns the parent of a name: `example` for `shop.example`, the root `.` for a top-level domain. */
export const parentName = (name: string): string => {
  const dot = name.indexOf('.')
  return dot < 0 || dot === name.length - 1 ? '.' : name.slice(dot + 1)
}

/** Returns whether a name is in the reverse zones. Other names below `.arpa`, such as `ipv4only.arpa`, are ordinary names (RFC 3172). */
export const isReverseName = (name: string): boolean =>
  name.endsWith('arpa') && (isWithin(name, 'in-addr.arpa') || isWithin(name, 'ip6.arpa'))

// The number of labels before `in-addr.arpa` or `ip6.arpa` in the zone of one network, a /24 or a /48.
const NETWORK_LABELS = { 'in-addr.arpa': 3, 'ip6.arpa': 12 } as const

/** Returns the start of the zone in a name of the reverse zones: the zone of its /24 or /48, else the zone of all reverse names. */
const findReverseZone = (name: string): number => {
  const top = name.endsWith('in-addr.arpa') ? 'in-addr.arpa' : 'ip6.arpa'
  let start = name.length - top.length
  for (let label = 0; label < NETWORK_LABELS[top]; label++) {
    if (start === 0) return name.length - top.length
    start = dotBefore(name, start - 1) + 1
  }
  return start
}

// The latest result, because a run looks up the same name a dozen times in a row.
const latest = { name: '', start: 0 }

/** Returns the index in a host name at which its registered domain begins: 4 in `mx1.mail.example`. */
export const zoneStart = (name: string): number => {
  if (name !== latest.name) {
    latest.start = findZone(name)
    latest.name = name
  }
  return latest.start
}

const findZone = (name: string): number => {
  if (isReverseName(name)) return findReverseZone(name)
  const suffix = suffixStart(name)
  return suffix === 0 ? 0 : dotBefore(name, suffix - 1) + 1
}

/** Returns the registered domain of a host name: `mx1.mail.example` → `mail.example`. */
export const zoneOf = (name: string): string => {
  const start = zoneStart(name)
  return start === 0 ? name : name.slice(start)
}

/**
 * Returns whether a name exists for one purpose only: it is deep in a zone, or begins with an underscore.
 *
 * @example
 * isDeep('_dmarc.shop.example') // => true
 * isDeep('www.shop.example') // => false
 */
export const isDeep = (name: string): boolean => name.startsWith('_') || name.indexOf('.') + 1 < zoneStart(name)

/**
 * Returns whether a name is a domain or below it.
 *
 * @example
 * isWithin('www.shop.example', 'shop.example') // => true
 * isWithin('myshop.example', 'shop.example') // => false
 */
export const isWithin = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`)

/** Returns the last label of a domain. */
export const topLevelOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Returns the first label of a host name. */
export const firstLabelOf = (name: string): string => {
  const dot = name.indexOf('.')
  return dot < 0 ? name : name.slice(0, dot)
}

/** Returns the name of a host's mail server by the server's number, from 1: `mx1.mail.example`. */
export const exchangeName = (number: number, host: string): string => `mx${number}.${host}`

/** Writes an address as one label, so that the host name in a PTR record contains its address: `ip-198-51-100-25`. */
export const labelOf = (address: string): string => {
  if (isV6(address)) {
    const groups = groupsOf(address).map((group) => group.toString(16))
    return `ip6-${groups.join('-')}`
  }
  // Reports contain many such names, and four slices are faster than a `replaceAll`.
  const third = dotBefore(address, address.length)
  const second = dotBefore(address, third)
  const first = dotBefore(address, second)
  return `ip-${address.slice(0, first)}-${address.slice(first + 1, second)}-${address.slice(second + 1, third)}-${address.slice(third + 1)}`
}

const LABEL_V4 = /^ip-(\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3})$/
const LABEL_V6 = /^ip6-([0-9a-f]{1,4}(?:-[0-9a-f]{1,4}){7})$/

/** Reads the address from a label of `labelOf`, as text; an IPv6 address is not canonical yet. */
export const addressFromLabel = (label: string): string | undefined => {
  if (!label.startsWith('ip')) return undefined
  const v4 = LABEL_V4.exec(label)?.[1]
  if (v4 !== undefined) return parseV4(v4.replaceAll('-', '.'))
  return LABEL_V6.exec(label)?.[1]?.replaceAll('-', ':')
}

/** Returns the name of an address in the reverse zones (RFC 1035, section 3.5; RFC 3596, section 2.5). */
export const arpaOf = (address: string): string => `${entryLabelsOf(address)}.${isV6(address) ? 'ip6' : 'in-addr'}.arpa`

/** Writes the labels of an address in reverse order, as in the reverse zones and in block lists (RFC 5782). */
export const entryLabelsOf = (address: string): string => {
  const parts = isV6(address)
    ? Array.from(
        groupsOf(address)
          .map((group) => group.toString(16).padStart(4, '0'))
          .join(''),
      )
    : address.split('.')
  return parts.toReversed().join('.')
}

/** Reads the address from labels in reverse order, as in the reverse zones and in block lists (RFC 5782). */
export const entryAddressOf = (labels: string): string | undefined => {
  if (/^[\d.]{7,15}$/.test(labels)) return parseV4(labels.split('.').toReversed().join('.'))
  if (!/^(?:[\da-f]\.){31}[\da-f]$/.test(labels)) return undefined
  const digits = labels.replaceAll('.', '').split('').toReversed().join('')
  return parseAddress(digits.replaceAll(/(.{4})(?!$)/g, '$1:'))
}

/** Returns whether labels are the first octets or nibbles of an address, in reverse order. */
export const isPartOfAddress = (labels: string): boolean =>
  /^(?:[\da-f]\.){0,30}[\da-f]$/.test(labels) ||
  (labels.split('.').length < 4 && labels.split('.').every((octet) => parseV4(`0.0.0.${octet}`) !== undefined))

/**
 * Reads the address from a name in the reverse zones: `25.100.51.198.in-addr.arpa`, `….ip6.arpa`.
 *
 * @example
 * addressOfReverseName('25.100.51.198.in-addr.arpa') // => '198.51.100.25'
 * addressOfReverseName('mail.example') // => undefined
 */
export const addressOfReverseName = (name: string): string | undefined => {
  const isV4 = name.endsWith('.in-addr.arpa')
  if (!isV4 && !name.endsWith('.ip6.arpa')) return undefined
  const address = entryAddressOf(name.slice(0, isV4 ? -13 : -9))
  return address !== undefined && isV6(address) !== isV4 ? address : undefined
}

/** Returns whether a name in the reverse zones has address names below it. */
export const isReverseBranch = (name: string): boolean => {
  if (name === 'arpa' || name === 'in-addr.arpa' || name === 'ip6.arpa') return true
  if (name.endsWith('.in-addr.arpa'))
    return name.split('.').length < 6 && isPartOfAddress(name.slice(0, -13)) && !/[a-f]/.test(name.slice(0, -13))
  return name.endsWith('.ip6.arpa') && /^(?:[\da-f]\.)*[\da-f]$/.test(name.slice(0, -9)) && name.split('.').length < 34
}

/** Writes a name of plain characters in the canonical form of the DNS: octets other than letters, digits, `-`, `_` and `*` are escapes. */
export const canonicalNameOf = (text: string): string =>
  /^[a-z\d._*-]*$/.test(text)
    ? text
    : encodeUtf8(text.toLowerCase()).replaceAll(
        /[^a-z\d._*-]/g,
        (octet) => `\\${String(octet.charCodeAt(0)).padStart(3, '0')}`,
      )
