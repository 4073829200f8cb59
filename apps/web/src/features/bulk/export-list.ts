import { csvText } from '@netbox/product'
import { saveFile } from '../../lib/page/clipboard.ts'
import { type BulkList, figureLabels, figureText, kindOf, type Row } from './list.ts'

const columns = ['line', 'input', 'result', 'verdict', 'simulated', 'seed', 'scenario', 'at'] as const

const hasEnded = (row: Row): boolean => kindOf(row) !== undefined

const cellsOf = (row: Row, figures: readonly string[]): (string | number | undefined)[] => {
  const { line, input } = row
  if (row.state !== 'done') return [line, input, kindOf(row), 'error' in row ? row.error.message : '']
  const { verdict, simulated, seed, scenario, at } = row.run
  const values = figures.map((label) => figureText(row.run, label))
  return [line, input, verdict.severity, verdict.sentence, String(simulated), seed, scenario, at, ...values]
}

/** Writes the finished rows of a list as a CSV file with a heading row. */
const listCsv = (rows: readonly Row[]): string => {
  const figures = figureLabels(rows, Infinity)
  const heads = [...columns, ...figures]
  const lines = rows.filter(hasEnded).map((row) => cellsOf(row, figures))
  return csvText([heads, ...lines.map((cells) => heads.map((_, at) => cells[at]))])
}

/** Formats the finished rows of a list as JSON: for each line its whole run, or the reason why there is none. */
const listJson = (rows: readonly Row[]): string => {
  const entries = rows.filter(hasEnded).map((row) => {
    const { line, input } = row
    if (row.state === 'done') return { line, input, result: kindOf(row), run: row.run }
    return { line, input, result: kindOf(row), error: 'error' in row ? row.error : undefined }
  })
  return `${JSON.stringify(entries, null, 2)}\n`
}

/** Returns the file name of a list: its tool and the UTC day of its start. */
export const listFileName = ({ tool, startedAt }: Pick<BulkList, 'tool' | 'startedAt'>, format: string): string =>
  `${tool}-${new Date(startedAt).toISOString().slice(0, 10)}.${format}`

/** Saves the finished rows of a list, even before its end. */
export const saveListAs = (format: 'csv' | 'json', list: BulkList): void => {
  const name = listFileName(list, format)
  if (format === 'csv') saveFile(name, listCsv(list.rows), 'text/csv')
  else saveFile(name, listJson(list.rows), 'application/json')
}
