import { isIPv4 } from 'node:net'

/** Writes all 32 digits of an IPv6 address. */
const digitsOf = (address: string): string => {
  // The platform's parser writes any form in the same one: eight groups in hexadecimal, the longest run of zeros left out.
  const compressed = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = '', right] = compressed.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [head, tail] = [groups(left), groups(right ?? '')]
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].map((group) => group.padStart(4, '0')).join('')
}

/**
 * Gives the name under which an address is looked up (RFC 1035, section 3.5; RFC 3596, section 2.5). A name server is asked by it, and
 * not the list of names that this machine keeps, which nobody else sees.
 */
export const reverseName = (address: string): string =>
  isIPv4(address)
    ? `${address.split('.').toReversed().join('.')}.in-addr.arpa`
    : `${Array.from(digitsOf(address)).toReversed().join('.')}.ip6.arpa`
