import type { RunRecord } from '@netbox/contract'
import { csvCell } from '@netbox/product'
import { saveFile } from '../../lib/save-file.ts'

const columns = ['created_at', 'tool', 'input', 'severity', 'sentence', 'seed', 'scenario', 'at'] as const

/** Writes runs as a CSV file with a heading row; lines end with CRLF (RFC 4180). */
const runsCsv = (runs: readonly RunRecord[]): string =>
  [columns.join(','), ...runs.map((run) => columns.map((column) => csvCell(run[column])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('')

/** Saves runs as a file, with everything needed to repeat them. */
export const saveRunsAs = (format: 'csv' | 'json', runs: readonly RunRecord[]): void => {
  const name = `netbox-history-${new Date().toISOString().slice(0, 10)}.${format}`
  if (format === 'csv') saveFile(name, runsCsv(runs), 'text/csv')
  else saveFile(name, `${JSON.stringify(runs, null, 2)}\n`, 'application/json')
}
