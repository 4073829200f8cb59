import type { EmailVerificationResult } from './email-verification-result.ts'

/** The columns of the exported file. Source: spec §9. */
export const csvColumns = [
  'Email',
  'Status',
  'Confidence',
  'Provider',
  'SMTP Server',
  'Response Code',
  'Response Message',
  'Attempts',
] as const

// Spreadsheets execute a cell that begins with one of these as a formula, even after blanks, and in full-width and small forms. Some skip
// tab, carriage return and other controls, so a cell that begins with a control is dangerous too.
const formula = /^[\p{Z}\p{Cf}]*[\p{Cc}=+\-@＝＋－＠﹦﹢﹣﹫−]/u

/**
 * Writes one cell of a CSV file: quoted where needed (RFC 4180), and with an apostrophe before text that a spreadsheet would execute as a
 * formula.
 *
 * @example
 * import { csvCell } from '@netbox/product'
 * csvCell('250 2.1.5 ok') // => '250 2.1.5 ok'
 * csvCell('=1+1') // => "'=1+1"
 * csvCell('said "no", twice') // => '"said ""no"", twice"'
 */
export function csvCell(value: string | number | null | undefined): string {
  const text = String(value ?? '')
  const safe = formula.test(text) ? `'${text}` : text
  // Some locales separate cells with semicolons or tabs, and some programs drop leading and trailing blanks.
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Writes the rows of a CSV file; lines end with CRLF (RFC 4180).
 *
 * @example
 * csvText([['address', 'code'], ['ana@mail.example', 250]]) // => 'address,code\r\nana@mail.example,250\r\n'
 */
export function csvText(rows: readonly (readonly Parameters<typeof csvCell>[0][])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

/**
 * Removes the apostrophe that `csvCell` added before a cell.
 *
 * @example
 * unguarded(csvCell('=1+1')) // => '=1+1'
 */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
}

/**
 * Writes verification results as a CSV file with a heading row; lines end with CRLF (RFC 4180). The message of a simulated result begins
 * with "Simulated". Source: spec §9.
 *
 * @param results - the rows, in order.
 * @param options - the date of the export, for the file name.
 * @throws RangeError for an invalid date.
 * @example
 * const { fileName, text } = toCsv([], { date: new Date('2026-11-20T08:00:00Z') })
 * fileName // => 'email-verification-2026-11-20.csv'
 * text.trimEnd().split(',').length // => csvColumns.length
 */
export function toCsv(
  results: readonly EmailVerificationResult[],
  { date }: { readonly date: Date },
): { readonly fileName: string; readonly text: string } {
  const rows = [csvColumns, ...results.map(cellsOf)]
  return { fileName: csvFileName(date), text: csvText(rows) }
}

/**
 * Returns the name of the exported file, with the UTC day. Source: spec §9.
 *
 * @example
 * import { csvFileName } from '@netbox/product'
 * csvFileName(new Date('2026-01-31T23:59:59Z')) // => 'email-verification-2026-01-31.csv'
 */
export function csvFileName(date: Date): string {
  return `email-verification-${date.toISOString().slice(0, 10)}.csv`
}

// The specification has no column for simulated results, so the message column says it.
function messageOf({ simulated, smtp_response_message: message }: EmailVerificationResult): string | null | undefined {
  return simulated === true ? ['Simulated', message].filter(Boolean).join(': ') : message
}

function cellsOf(result: EmailVerificationResult): readonly (string | number | null | undefined)[] {
  return [
    result.email,
    result.status,
    result.confidence,
    result.provider,
    result.smtp_server,
    result.smtp_response_code,
    messageOf(result),
    result.verification_attempts ?? 1,
  ]
}
