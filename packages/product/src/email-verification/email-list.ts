/** A list of addresses as entered, without duplicates, and the number of removed duplicates. */
export type EmailList = { readonly emails: readonly string[]; readonly duplicates: number }

/**
 * Reads a list of addresses, one per line. Trims the lines, ignores blank ones, and keeps the first of several addresses with the same
 * `emailKey`. Does not validate: a line without an at sign stays in the list. Source: spec §5.
 *
 * @example
 * import { parseEmailList } from '@netbox/product'
 * parseEmailList('ana@mail.example\r\n\nana@MAIL.example').emails // => ['ana@mail.example']
 */
export function parseEmailList(text: string): EmailList {
  // trim removes a byte order mark too
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim())
  const entered = lines.filter((line) => line !== '')
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
