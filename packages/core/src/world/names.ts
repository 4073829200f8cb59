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

/** Gives the registered domain that a host name belongs to: `mx1.mail.example` → `mail.example`. */
export const zoneOf = (name: string): string => {
  const last = name.lastIndexOf('.')
  const second = name.lastIndexOf('.', last - 1)
  if (second < 0) return name
  const shared = name.length - last === 3 && SECOND_LEVEL.has(name.slice(second + 1, last))
  const cut = shared ? name.lastIndexOf('.', second - 1) : second
  return name.slice(cut + 1)
}

/** Gives the last label of a domain. */
export const topLevelOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Gives the first label of a host name. */
export const firstLabelOf = (name: string): string => {
  const dot = name.indexOf('.')
  return dot < 0 ? name : name.slice(0, dot)
}

/** Writes an address as one label, so that a reverse name tells which address it stands for: `ip-198-51-100-25`. */
export const labelOf = (address: string): string =>
  isV6(address)
    ? `ip6-${groupsOf(address)
        .map((group) => group.toString(16))
        .join('-')}`
    : `ip-${address.replaceAll('.', '-')}`

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
