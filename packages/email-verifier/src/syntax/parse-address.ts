import { domainToASCII } from 'node:url'

/** A valid address, split at its at sign. */
export interface ParsedAddress {
  /** The local part as written, including quotes: case may matter (RFC 5321, section 2.4). */
  readonly local: string
  /** The domain in ASCII form and lower case (RFC 5891): `xn--bcher-kva.example`. */
  readonly domain: string
}

// The dot-string of RFC 5321, section 4.1.2, with the characters that RFC 6531, section 3.3 adds: all others except controls, blanks and
// bidirectional controls.
const BEYOND_ASCII = '[^\\p{ASCII}\\p{Cc}\\p{Cs}\\p{Z}\\p{Bidi_Control}]'
const ATOM = `(?:[\\w!#$%&'*+/=?^\`{|}~-]|${BEYOND_ASCII})+`
const DOT_STRING = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u')
const QUOTED_STRING = new RegExp(`^"(?:[ !#-\\[\\]-~]|\\\\[ -~]|${BEYOND_ASCII})*"$`, 'u')

// Letters, digits and marks of all scripts, hyphens, the joiners that some scripts need, and the characters that IDNA treats as dots.
const DOMAIN_CHARACTERS = /^(?:[\p{L}\p{N}\p{M}\p{Join_Control}.-]|[\u3002\uFF0E\uFF61])+$/u
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
// A last label of only digits would be an IP address (RFC 3696, section 2).
const HOST_NAME = new RegExp(`^(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`)

// Section 4.5.3.1 of RFC 5321, in octets. A path has at most 256, including its two brackets.
const LONGEST_LOCAL = 64
const LONGEST_DOMAIN = 253
const LONGEST = 254

const octets = (text: string): number => Buffer.byteLength(text, 'utf8')

/**
 * Reads an email address (RFC 5321, section 4.1.2; RFC 6531): one at sign outside quotes, a local part of 64 octets at most, a domain that
 * is a host name of at least two labels, 254 octets in all. Trims blanks. Returns undefined for any other text, including address literals
 * (`ana@[192.0.2.1]`), with which a user could name any machine.
 *
 * @example
 * import { parseAddress } from '@netbox/email-verifier'
 * parseAddress('Ana@Bücher.example') // => { local: 'Ana', domain: 'xn--bcher-kva.example' }
 * parseAddress('"ana maria"@mail.example') // => { local: '"ana maria"', domain: 'mail.example' }
 * parseAddress('ana@@mail.example') // => undefined
 */
export const parseAddress = (text: string): ParsedAddress | undefined => {
  const address = text.trim()
  // An address has at least as many octets as characters.
  if (address.length > LONGEST + LONGEST_LOCAL) return undefined
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0))
  if (octets(local) > LONGEST_LOCAL || !(DOT_STRING.test(local) || QUOTED_STRING.test(local))) return undefined
  const domain = hostName(address.slice(at + 1))
  return domain === undefined || octets(local) + 1 + domain.length > LONGEST ? undefined : { local, domain }
}

const hostName = (text: string): string | undefined => {
  if (!DOMAIN_CHARACTERS.test(text)) return undefined
  const name = domainToASCII(text)
  return name.length <= LONGEST_DOMAIN && HOST_NAME.test(name) ? name : undefined
}
