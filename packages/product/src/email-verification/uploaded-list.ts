import { isCsv } from './allowance.ts'
import { readCsv } from './csv-reader.ts'
import { unguarded } from './csv.ts'
import { type EmailList, parseEmailList } from './email-list.ts'

/**
 * Reads an uploaded list. From a CSV file (separated by commas, semicolons or tabs), it reads the column whose heading is "email", else the
 * column with the most at signs; any other text is read by line.
 *
 * @param upload - the file's media type and its text.
 * @example
 * const text = 'name;Courriel\nAna;ana@mail.example\n'
 * parseUploadedList({ type: 'text/csv', text }).emails // => ['ana@mail.example']
 */
export function parseUploadedList({ type, text }: { readonly type: string; readonly text: string }): EmailList {
  return parseEmailList(isCsv(type) ? addressCells(readCsv(text)).map(unguarded).join('\n') : text)
}

const isFilled = (cell: string): boolean => cell.trim() !== ''
const hasAddress = (cell: string): boolean => cell.includes('@')

/** Returns the cells that contain the addresses, without the heading. */
function addressCells(all: readonly (readonly string[])[]): readonly string[] {
  const rows = all.filter((row) => row.some(isFilled))
  const known = rows[0]?.findIndex((cell) => /^\s*e-?mails?(?:[ _-]?address(?:es)?)?\s*$/i.test(cell)) ?? -1
  if (known >= 0) return rows.slice(1).map((row) => row[known] ?? '')
  // Without other cells, a row lists several addresses.
  if (rows.every((row) => row.filter(isFilled).every(hasAddress))) return rows.flat()
  const column = mostlyAddresses(rows)
  const cells = rows.map((row) => row[column] ?? '')
  return cells.some(hasAddress) && !hasAddress(cells[0] ?? '') ? cells.slice(1) : cells
}

/** Returns the index of the first column with the most at signs. */
function mostlyAddresses(rows: readonly (readonly string[])[]): number {
  const counts: number[] = [0]
  for (const row of rows)
    for (const [column, cell] of row.entries()) counts[column] = (counts[column] ?? 0) + Number(hasAddress(cell))
  return counts.indexOf(Math.max(...counts))
}
