import { isCsv } from './allowance.ts'
import { readCsv } from './csv-reader.ts'
import { unguarded } from './csv.ts'

/** Is a list of addresses as it was entered, each once, and how many repetitions were left out. */
export type EmailList = { readonly emails: readonly string[]; readonly duplicates: number }

/**
 * Reads a list of addresses, one per line. Lines are trimmed, blank ones ignored; of an address that comes twice the
 * first stays. Addresses are the same when they differ only in the case of the domain (RFC 5321 §2.4: the part before
 * the at sign may be case-sensitive). Nothing is judged here: a line without an at sign is kept. Source: spec §5.
 *
 * @example
 * import { parseEmailList } from '@netbox/core'
 * parseEmailList('ana@mail.example\r\n\nana@MAIL.example').emails // => ['ana@mail.example']
 */
export function parseEmailList(text: string): EmailList {
  // trim removes a byte order mark too.
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim())
  const entered = lines.filter((line) => line !== '')
  const emails = new Map<string, string>()
  for (const email of entered) {
    const key = withLowerCaseDomain(email)
    if (!emails.has(key)) emails.set(key, email)
  }
  return { emails: [...emails.values()], duplicates: entered.length - emails.size }
}

/**
 * Reads an uploaded list. Of a CSV file (separated by commas, semicolons or tabs) it takes the column whose heading is
 * "email", or the first column where there is none; any other text is read by line.
 *
 * @param upload - the file's media type and its text.
 */
export function parseUploadedList({ type, text }: { readonly type: string; readonly text: string }): EmailList {
  return parseEmailList(isCsv(type) ? emailColumn(readCsv(text)).join('\n') : text)
}

function emailColumn(rows: readonly (readonly string[])[]): readonly string[] {
  const heading = rows[0]?.findIndex((cell) => /^\s*e-?mails?(?:[ _-]?address(?:es)?)?\s*$/i.test(cell)) ?? -1
  const body = heading === -1 ? rows : rows.slice(1)
  return body.map((row) => unguarded(row[Math.max(0, heading)] ?? ''))
}

function withLowerCaseDomain(email: string): string {
  const at = email.lastIndexOf('@')
  return at === -1 ? email : email.slice(0, at) + email.slice(at).toLowerCase()
}
