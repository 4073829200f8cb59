import { splitEmailAddress } from '@netbox/core'

/** A valid address, split at its at sign. */
export interface ParsedAddress {
  /** The local part as written, including quotes: case may matter (RFC 5321, section 2.4). */
  readonly local: string
  /** The domain in ASCII form and lower case (RFC 5891): `xn--bcher-kva.example`. */
  readonly domain: string
}

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
  const { local, domain, problem } = splitEmailAddress(text.trim())
  return problem !== undefined || domain === undefined ? undefined : { local, domain }
}
