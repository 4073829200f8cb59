import { groupsOf, isV6, parseV4 } from './addresses.ts'

// Suffixes under which people register names with one label more. Not the whole public suffix list: enough that
// `example.co.uk` is read as one registration; a miss only makes the zone one label longer.
const SECOND_LEVEL = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'gob',
  'gov',
  'gv',
  'ltd',
  'me',
  'mil',
  'ne',
  'net',
  'or',
  'org',
  'plc',
])

const DOT = 46

/** Gives the place of the last dot before a place, -1 where there is none: `lastIndexOf` leaves compiled code for it. */
const dotBefore = (text: string, place: number): number => {
  let at = place - 1
  while (at >= 0 && text.charCodeAt(at) !== DOT) at--
  return at
}

// A run asks a dozen times about one and the same name in a row.
const latest = { name: '', start: 0 }

/** Tells where in a host name its registered domain begins: 4 in `mx1.mail.example`. */
export const zoneStart = (name: string): number => {
  if (name !== latest.name) {
    latest.start = findZone(name)
    latest.name = name
  }
  return latest.start
}

const findZone = (name: string): number => {
  const last = dotBefore(name, name.length)
  const second = dotBefore(name, last)
  const shared = second >= 0 && name.length - last === 3 && SECOND_LEVEL.has(name.slice(second + 1, last))
  return (shared ? dotBefore(name, second) : second) + 1
}

/** Gives the registered domain that a host name belongs to: `mx1.mail.example` → `mail.example`. */
export const zoneOf = (name: string): string => {
  const start = zoneStart(name)
  return start === 0 ? name : name.slice(start)
}

/** Tells whether names are registered directly below a domain: `example`, `co.uk`. */
export const isSuffix = (domain: string): boolean => findZone(`x.${domain}`) === 0

/** Gives the last label of a domain. */
export const topLevelOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Gives the first label of a host name. */
export const firstLabelOf = (name: string): string => {
  const dot = name.indexOf('.')
  return dot < 0 ? name : name.slice(0, dot)
}

/** Gives the name of a mail exchange of a host, by its number from 1. */
export const exchangeName = (number: number, host: string): string => `mx${number}.${host}`

/**
 * Tells whether a host is the first mail exchange of the name below it. No domain lists such a name with another
 * preference, whoever hosts its mail.
 */
export const isFirstExchange = (host: string): boolean => host.startsWith('mx1.')

/** Writes an address as one label, so that a reverse name tells which address it stands for: `ip-198-51-100-25`. */
export const labelOf = (address: string): string => {
  if (isV6(address)) {
    const groups = groupsOf(address).map((group) => group.toString(16))
    return `ip6-${groups.join('-')}`
  }
  // Reports are full of reverse names: four slices cost less than half of a `replaceAll`.
  const third = dotBefore(address, address.length)
  const second = dotBefore(address, third)
  const first = dotBefore(address, second)
  return `ip-${address.slice(0, first)}-${address.slice(first + 1, second)}-${address.slice(second + 1, third)}-${address.slice(third + 1)}`
}

const LABEL_V4 = /^ip-(\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3})$/
const LABEL_V6 = /^ip6-([0-9a-f]{1,4}(?:-[0-9a-f]{1,4}){7})$/

/** Reads the address back from such a label, as text that still has to be made canonical for IPv6. */
export const addressFromLabel = (label: string): string | undefined => {
  if (!label.startsWith('ip')) return undefined
  const v4 = LABEL_V4.exec(label)?.[1]
  if (v4 !== undefined) return parseV4(v4.replaceAll('-', '.'))
  return LABEL_V6.exec(label)?.[1]?.replaceAll('-', ':')
}

/** Gives the name under which the reverse zones hold an address (RFC 1035, section 3.5; RFC 3596, section 2.5). */
export const arpaOf = (address: string): string =>
  isV6(address)
    ? `${Array.from(
        groupsOf(address)
          .map((group) => group.toString(16).padStart(4, '0'))
          .join(''),
      )
        .toReversed()
        .join('.')}.ip6.arpa`
    : `${address.split('.').toReversed().join('.')}.in-addr.arpa`
