import { domainToASCII } from 'node:url'
import { Refusal } from '../../refusal.ts'

/** An email address for mail, with the key of its account. */
export interface EmailAddress {
  readonly email: string
  readonly key: string
}

// RFC 5321, section 4.5.3.1.
const MAX_LENGTH = 254
const MAX_LOCAL = 64

// A dot-atom of RFC 5322: no quotes, no spaces, no control characters, so an address can't break out of a header.
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** Parses an email address; undefined for other text. Converts a non-ASCII domain to Punycode. */
export const parseEmailAddress = (text: string): EmailAddress | undefined => {
  const trimmed = text.trim()
  if (trimmed.length > MAX_LENGTH) return undefined
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, Math.max(0, at))
  const typed = trimmed.slice(at + 1)
  const domain = DOMAIN.test(typed) ? typed : domainToASCII(typed)
  const email = `${local}@${domain}`
  if (local.length > MAX_LOCAL || email.length > MAX_LENGTH || !LOCAL.test(local) || !DOMAIN.test(domain))
    return undefined
  return { email, key: email.toLowerCase() }
}

/** Parses an email address; throws `invalid_email` for other text. */
export const readEmailAddress = (text: string): EmailAddress => {
  const address = parseEmailAddress(text)
  if (address === undefined) throw new Refusal('invalid_email')
  return address
}
