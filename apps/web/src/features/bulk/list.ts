import {
  invalidInput,
  parseInput,
  type Refusal,
  type Severity,
  type Tool,
  type ToolDefinition,
  type ToolId,
  type ToolRun,
} from '@netbox/core'
import type { ChosenWorld } from '../../lib/world/world.ts'
import { createStore } from '../../lib/page/store.ts'
import { createListRunner } from '../../lib/runs/list-runner.ts'

/** The maximum number of lines in one list. It equals the number of runs that an offline browser stores for the account. */
export const MOST_LINES = 200

/** The number of lines that run at once. */
export const AT_ONCE = 16

/** The number of lines at the start of a list that run with the steps of a single run. */
export const WITH_STEPS = 4

/** A line of a list, with its outcome. */
export type Row = { readonly line: number; readonly input: string } & (
  | { readonly state: 'waiting' }
  | { readonly state: 'running'; readonly progress?: number }
  | { readonly state: 'done'; readonly run: ToolRun }
  | { readonly state: 'refused' | 'failed' | 'not-run'; readonly error: Refusal }
)

/** The kinds of rows by which the table can be filtered, in the order of the bar. */
export const kinds = ['critical', 'warning', 'info', 'pass', 'refused', 'failed', 'not-run'] as const

/** The kind of a finished row: the severity of its report, or the reason why there is none. */
export type Kind = (typeof kinds)[number]

/** Returns the kind of a row; undefined before its result. */
export const kindOf = (row: Row): Kind | undefined => {
  if (row.state === 'done') return row.run.verdict.severity
  return row.state === 'waiting' || row.state === 'running' ? undefined : row.state
}

/** The lines with one verdict. */
export interface Group {
  readonly kind: Kind
  readonly sentence: string
  readonly rows: readonly Row[]
}

const sentenceOf = (row: Row): string =>
  row.state === 'done' ? row.run.verdict.sentence : 'error' in row ? row.error.message : ''

/** Groups the finished rows by their verdict, the worst first. A new line joins the end of its group, and a new group the end of its kind. */
export const groupsOf = (rows: readonly Row[]): readonly Group[] => {
  const groups = new Map<string, Group & { rows: Row[] }>()
  for (const row of rows) {
    const kind = kindOf(row)
    if (kind === undefined) continue
    const key = `${kind} ${sentenceOf(row)}`
    const group = groups.get(key) ?? { kind, sentence: sentenceOf(row), rows: [] }
    group.rows.push(row)
    groups.set(key, group)
  }
  return [...groups.values()].toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
}

/** Counts rows by kind. */
export const countKinds = (rows: readonly Row[]): Readonly<Record<Kind, number>> => {
  const counts = { critical: 0, warning: 0, info: 0, pass: 0, refused: 0, failed: 0, 'not-run': 0 }
  for (const row of rows) {
    const kind = kindOf(row)
    if (kind !== undefined) counts[kind]++
  }
  return counts
}

/** Reads a list: skips blank lines, and refuses invalid ones before any run. */
export const readList = ({ input }: ToolDefinition, text: string): Row[] =>
  text.split(/\r\n|\n|\r/).flatMap((whole, at): Row[] => {
    const line = { line: at + 1, input: whole.trim() }
    if (line.input === '') return []
    return parseInput(input, line.input) === undefined
      ? [{ ...line, state: 'refused', error: invalidInput(input.type) }]
      : [{ ...line, state: 'waiting' }]
  })

/** Returns whether a tool takes lists: its input is one line, and the visitor can open its page. */
export const takesLists = ({ input, picker }: ToolDefinition, signedIn: boolean): boolean =>
  input.multiline !== true && (picker !== undefined || signedIn)

const secondLines: Readonly<Record<string, string>> = {
  'IP Address': '198.51.100.7',
  'Domain Name': 'harbour.example',
  'IP/Domain:Port': 'mail.example:25',
  'SMTP Details': 'mx1.shop.example:25',
  'Email Addresses': 'info@shop.example',
  'Domain Details': 'shop.example mx -all',
  'IMAP Details': 'imap.shop.example:993',
}

/** Returns two lines that a tool can read. */
export const exampleLines = ({ input, placeholder }: Tool): string =>
  [placeholder, secondLines[input.type] ?? placeholder].join('\n')

/** Returns the labels of the figures that a table of runs shows. */
export const figureLabels = (rows: readonly Row[], most = 2): string[] => {
  const labels = new Set<string>()
  for (const row of rows) if (row.state === 'done') for (const { label } of row.run.figures) labels.add(label)
  return [...labels].slice(0, most)
}

/** Returns the figure of a run with a label, as text; empty if the run has none. */
export const figureText = ({ figures }: Pick<ToolRun, 'figures'>, label: string): string => {
  const figure = figures.find((one) => one.label === label)
  return figure === undefined ? '' : [figure.value, figure.unit ?? ''].join(' ').trim()
}

/** Returns whether a kind is a severity of a report. */
export const isSeverity = (kind: Kind): kind is Severity =>
  kind !== 'refused' && kind !== 'failed' && kind !== 'not-run'

/** A list whose lines are running or finished. */
export interface BulkList {
  readonly tool: ToolId
  /** The typed text. */
  readonly text: string
  readonly rows: readonly Row[]
  readonly isRunning: boolean
  /** Epoch ms. */
  readonly startedAt: number
  /** The common world of all lines. */
  readonly world: ChosenWorld & { readonly seed: string }
}

/** The latest list of this visit. It continues while other pages of the site are shown. */
export const bulkList = createStore<BulkList | undefined>(undefined)

/** Runs the lists. Lines of a stopped list without a result stay 'not run', and are not counted. */
export const lists = createListRunner()
