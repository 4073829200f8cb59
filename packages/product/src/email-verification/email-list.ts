/** A list of addresses as entered, without duplicates, and the number of removed duplicates. */
export type EmailList = { readonly emails: readonly string[]; readonly duplicates: number }

// Zero-width spaces, byte order marks and marks of direction come along with copied addresses. Joiners are part of names in some scripts.
const INVISIBLE = /(?!\p{Join_Control})\p{Cf}/gu
const SEPARATORS = ',;|\t'
// A quoted local part has at most 64 characters.
const WORDS = /(?:"(?:[^"\\]|\\.){0,64}"|\S)+/g
const BRACKETED = /<([^<>]*)>/g
const COMMENT = /\([^()"]*\)/g

const hasAt = (text: string): boolean => text.includes('@')

const visible = (text: string): string => text.replaceAll(INVISIBLE, '').trim()

/** Splits a line at its separators, except in quotes. */
function partsOf(line: string): readonly string[] {
  const parts = ['']
  let isQuoted = false
  for (const sign of line.split(/([,;|\t"])/)) {
    if (sign === '"') isQuoted = !isQuoted
    if (!isQuoted && sign !== '' && SEPARATORS.includes(sign)) parts.push('')
    else parts[parts.length - 1] += sign
  }
  // An unclosed quote is no quote.
  return isQuoted ? line.split(/[,;|\t]/) : parts
}

/** Returns the addresses in one part of a line: the addresses in angle brackets, else all words with an at sign, else the part. */
function addressesInPart(part: string): readonly string[] {
  const bracketed = [...part.matchAll(BRACKETED)].flatMap(([, address = '']) => (hasAt(address) ? [address] : []))
  if (bracketed.length > 0) return bracketed
  const text = part.replaceAll(COMMENT, ' ').trim()
  const words = (text.match(WORDS) ?? []).filter(hasAt)
  // A blank inside one address is an error of the user, which the verification reports.
  return words.length > 1 ? words : [text]
}

const bareAddress = (text: string): string =>
  text
    .replace(/^(["'])([^"']*)\1$/, '$2')
    .replace(/^mailto:([^?]*).*$/is, '$1')
    .trim()

/**
 * Returns whether an entry of a list is no address, because it has only blanks and invisible characters.
 *
 * @example
 * import { isBlankEntry } from '@netbox/product'
 * isBlankEntry(' \u200b') // => true
 */
export const isBlankEntry = (entry: string): boolean => visible(entry) === ''

/**
 * Returns the addresses in a line or a cell, without names, `mailto:`, comments and invisible characters. Returns a text without an at sign
 * as it is, for the verification to judge, and none for a blank text.
 *
 * @example
 * import { addressesIn } from '@netbox/product'
 * addressesIn('Ana <ana@mail.example>, mailto:bo@mail.example') // => ['ana@mail.example', 'bo@mail.example']
 * addressesIn('ana') // => ['ana']
 * addressesIn(' ') // => []
 */
export function addressesIn(line: string): readonly string[] {
  const text = visible(line)
  if (text === '') return []
  const found = partsOf(text)
    .filter(hasAt)
    .flatMap(addressesInPart)
    .map(bareAddress)
    .filter((address) => address !== '')
  return found.length > 0 ? found : [text]
}

/**
 * Reads a list of addresses, one or more per line (`addressesIn`). Ignores blank lines, and keeps the first of several addresses with the
 * same `emailKey`. Does not validate: a line without an at sign stays in the list. Source: spec §5.
 *
 * @example
 * import { parseEmailList } from '@netbox/product'
 * parseEmailList('ana@mail.example\r\n\nana@MAIL.example').emails // => ['ana@mail.example']
 */
export function parseEmailList(text: string): EmailList {
  const entered = text.split(/\r\n|\r|\n/).flatMap(addressesIn)
  const emails = new Map<string, string>()
  for (const email of entered) {
    const key = emailKey(email)
    if (!emails.has(key)) emails.set(key, email)
  }
  return { emails: [...emails.values()], duplicates: entered.length - emails.size }
}

/**
 * Returns a key that is the same for all spellings of an address: ignores case in the domain, but not before the at sign (RFC 5321, section
 * 2.4).
 *
 * @example
 * import { emailKey } from '@netbox/product'
 * emailKey('Ana@MAIL.example') // => 'Ana@mail.example'
 */
export function emailKey(email: string): string {
  const at = email.lastIndexOf('@')
  return at === -1 ? email : email.slice(0, at) + email.slice(at).toLowerCase()
}
