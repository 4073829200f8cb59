import type { FieldDifference, FieldValue } from '../comparison/compare-fields.ts'
import type { FigureComparison } from '../comparison/compare-figures.ts'
import type { RunComparison } from '../comparison/compare-runs.ts'
import type { Figure } from '../reports/report.ts'
import { type Cell, clip, columns, table, wrap } from './layout.ts'
import type { TextOptions } from './report-sections.ts'
import type { Style } from './style.ts'

/** The options of a comparison's text. */
export interface ComparisonOptions extends Omit<TextOptions, 'full'> {
  /** Whether to write everything: also the findings that are the same in both runs, and more than 20 fields. Default false. */
  readonly all?: boolean
  /** The hint after a count of hidden lines, such as `show them: --all`. */
  readonly allHint?: string
}

/** The marker of a difference. */
export const DIFFERENT = '≠'

/** The maximum length of a value or an input in the text, in columns. */
export const LONGEST_VALUE = 60
const MOST_FIELDS = 20
// The minimum width for the description of a change next to the figures, in columns.
const LEAST_CHANGE = 16
const CHANGE = 'Change'

const valueOf = (figure: Figure | undefined, dash: string): string => {
  if (figure === undefined) return dash
  return figure.unit === undefined ? figure.value : `${figure.value} ${figure.unit}`
}

/** Describes how a figure changed. For a count, or a figure without a number, the note of the figure adds the reason. */
const changeOf = ({ change, words, a, b }: FigureComparison): string => {
  if (change === 'only-in-a') return 'only in A'
  if (change === 'only-in-b') return 'only in B'
  const note = a?.note === b?.note ? undefined : b?.note
  const isCount = b?.unit?.startsWith('of ') ?? false
  const isTold = words === undefined || isCount
  return [words, isTold ? note : undefined].filter((part) => part !== undefined).join(', ')
}

const bare = (rows: readonly (readonly Cell[])[]): string[] =>
  table(
    rows.map((row) => row.map(({ text }) => ({ text }))),
    Number.POSITIVE_INFINITY,
  )

/** Writes a row that is too wide for a table: its name, and both values below. */
const stacked = ([name, a, b]: readonly Cell[], { width, glyphs }: Style): string[] => {
  const values = a?.text === b?.text ? (a?.text ?? '') : `${a?.text} ${glyphs.arrow} ${b?.text}`
  return [
    ...wrap(name?.text ?? '', width).map((line, at) => (at === 0 ? (name?.show?.(line) ?? line) : line)),
    ...wrap(values, width - 4).map((line) => `    ${line}`),
  ]
}

/** Returns the first cell of a row: its marker and its name. */
const signed = (sign: string, name: string, { paint }: Style): Cell => ({
  text: `${sign} ${name}`,
  show: (text) => {
    const rest = text.slice(sign.length)
    return sign === '=' ? paint('dim', text) : paint('signal', sign) + rest
  },
})

/** Writes the figures of both runs side by side, with the change in words. */
export const figureLines = ({ figures }: RunComparison, style: Style): string[] => {
  const { glyphs, paint } = style
  const strong = (text: string): Cell => ({ text, show: (cell) => paint('strong', cell) })
  const rows = figures.map((figure): Cell[] => {
    const isSame = figure.change === 'same'
    const value = (side: Figure | undefined): Cell => ({
      text: valueOf(side, glyphs.dash),
      show: (text) => (isSame ? paint('dim', text) : text),
    })
    return [signed(isSame ? '=' : DIFFERENT, figure.label, style), value(figure.a), value(figure.b)]
  })
  const changes = figures.map((figure) => changeOf(figure))
  // The last cell is empty. It marks the start of the rest of the line, which shows the change.
  const end = { text: '.', show: () => '' }
  const all = [
    [{ text: '' }, strong('A'), strong('B'), end],
    ...rows.map((row, at) => (changes[at] === '' ? row : [...row, end])),
  ]
  const beside = columns(bare(all)[0] ?? '') - 1
  const room = style.width - beside
  const changeLines = (change: string, indent: number): string[] =>
    wrap(change, style.width - indent).map((line) => paint('signal', line))
  if (room < Math.min(LEAST_CHANGE, Math.max(CHANGE.length, ...changes.map(columns))))
    return rows.flatMap((row, at) => [
      ...stacked(row, style),
      ...changeLines(changes[at] ?? '', 4).map((line) => `    ${line}`),
    ])
  const [head = '', ...lines] = table(all, Number.POSITIVE_INFINITY)
  return [
    `${head}${paint('strong', CHANGE)}`,
    ...lines.flatMap((line, at) => {
      const [first = '', ...rest] = changeLines(changes[at] ?? '', beside)
      return [first === '' ? line : line + first, ...rest.map((more) => ' '.repeat(beside) + more)]
    }),
  ]
}

const show = (value: FieldValue | undefined, dash: string): string => {
  if (value === undefined) return dash
  return clip(typeof value === 'string' ? value.replaceAll(/\s+/g, ' ') : JSON.stringify(value), LONGEST_VALUE)
}

/** Writes the fields that differ; only the first 20 without `all`. */
export const fieldLines = (
  differing: readonly FieldDifference[],
  style: Style,
  { all = false, allHint }: ComparisonOptions,
): string[] => {
  const { paint, glyphs, width } = style
  const shown = all ? differing : differing.slice(0, MOST_FIELDS)
  const rows = shown.map(({ path, a, b }): Cell[] => [
    signed('~', path, style),
    { text: show(a, glyphs.dash), show: (text) => paint('dim', text) },
    { text: show(b, glyphs.dash), show: (text) => paint('signal', text) },
  ])
  // The path gets half of the width and each value a quarter; longer rows get their own lines.
  const most = [width / 2, width / 4 - 2, width / 4 - 2]
  const fitting = rows.filter((row) => row.every(({ text }, at) => columns(text) <= (most[at] ?? 0)))
  const lines = table(fitting, width)
  const rest = differing.length - shown.length
  const hint = allHint === undefined ? '' : ` (${allHint})`
  return [
    ...rows.flatMap((row) => {
      const at = fitting.indexOf(row)
      return at === -1 ? stacked(row, style) : (lines[at] ?? '')
    }),
    ...(rest === 0 ? [] : [paint('dim', `and ${rest} more${hint}`)]),
  ]
}
