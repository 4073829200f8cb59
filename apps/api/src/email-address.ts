import { splitEmailAddress } from '@netbox/core'
import { Refusal } from './refusal.ts'

/** An email address for mail, with the key of its account. */
export interface EmailAddress {
  readonly email: string
  readonly key: string
}

// A dot-atom of RFC 5322: no quotes, no spaces, no control characters, so an address can't break out of a header.
const DOT_ATOM = /^[\w.!#$%&'*+/=?^`{|}~-]+$/

/** Parses an email address; undefined for other text. Converts a non-ASCII domain to Punycode. */
export const parseEmailAddress = (text: string): EmailAddress | undefined => {
  const typed = text.trim()
  const { local, domain, problem } = splitEmailAddress(typed)
  if (problem !== undefined || domain === undefined || !DOT_ATOM.test(local)) return undefined
  const key = `${local}@${domain}`.toLowerCase()
  // An ASCII domain keeps its capitals.
  return { email: typed.toLowerCase() === key ? typed : `${local}@${domain}`, key }
}

/** Parses an email address; throws `invalid_email` for other text. */
export const readEmailAddress = (text: string): EmailAddress => {
  const address = parseEmailAddress(text)
  if (address === undefined) throw new Refusal('invalid_email')
  return address
}
