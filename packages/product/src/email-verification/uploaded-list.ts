import { isCsv } from './allowance.ts'
import { readCsv } from './csv-reader.ts'
import { unguarded } from './csv.ts'
import { type EmailList, parseEmailList } from './email-list.ts'

/**
 * Reads an uploaded list. From a CSV file (separated by commas, semicolons or tabs), it takes the column whose heading is "email", or the
 * first column if there is none; any other text is read by line.
 *
 * @param upload - the file's media type and its text.
 * @example
 * const text = 'name;email\nAna;ana@mail.example\n'
 * parseUploadedList({ type: 'text/csv', text }).emails // => ['ana@mail.example']
 */
export function parseUploadedList({ type, text }: { readonly type: string; readonly text: string }): EmailList {
  return parseEmailList(isCsv(type) ? emailColumn(readCsv(text)).join('\n') : text)
}

function emailColumn(rows: readonly (readonly string[])[]): readonly string[] {
  const heading = rows[0]?.findIndex((cell) => /^\s*e-?mails?(?:[ _-]?address(?:es)?)?\s*$/i.test(cell)) ?? -1
  const body = heading === -1 ? rows : rows.slice(1)
  return body.map((row) => unguarded(row[Math.max(0, heading)] ?? ''))
}
