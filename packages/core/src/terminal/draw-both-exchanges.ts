import { SECOND } from '../foundation/units.ts'
import type { ExchangesPlot } from '../reports/plot.ts'
import { type Cell, clip, columns, padEnd, table } from './layout.ts'
import type { Style } from './style.ts'

type Attempt = ExchangesPlot['exchanges'][number]

const LONGEST_TRACK = 30
const SHORTEST_TRACK = 12

// The steps of a scale, in seconds.
const STEPS = [0.1, 0.2, 0.4, 0.5, 1, 2, 4, 5, 10, 20, 40]
const PARTS = 3

// The spaces between the columns (preference, name, run, track) and before the words.
const GAPS = 8
const PREFERENCE = 5

const showSeconds = (time: number): string => `${(time / SECOND).toFixed(1).replace(/\.0$/, '')} s`

const wordsOf = (attempt: Attempt | undefined, { paint }: Style): Cell => {
  if (attempt === undefined) return { text: 'not there', show: (text) => paint('dim', text) }
  const { outcome, to } = attempt
  if (outcome === 'not-tried') return { text: 'not tried', show: (text) => paint('dim', text) }
  if (outcome === 'open') return { text: `accepts, ${showSeconds(to)}`, show: (text) => paint('pass', text) }
  if (outcome === 'no-address') return { text: 'no address', show: (text) => paint('critical', text) }
  const words = outcome === 'refused' ? 'refused' : 'no answer'
  return { text: `${words}, ${showSeconds(to)}`, show: (text) => paint('critical', text) }
}

const trackOf = (attempt: Attempt | undefined, column: (time: number) => number, { glyphs, paint }: Style): Cell => {
  if (attempt === undefined) return { text: '' }
  const from = column(attempt.from)
  if (attempt.outcome === 'not-tried')
    return { text: `${' '.repeat(from)}${glyphs.ring}`, show: (text) => paint('dim', text) }
  const failed = attempt.outcome !== 'open'
  const start = attempt.from === 0 ? glyphs.source : glyphs.corner
  const way = (attempt.outcome === 'silent' ? glyphs.gap : glyphs.line).repeat(
    Math.max(0, column(attempt.to) - from - 1),
  )
  return {
    text: `${' '.repeat(from)}${start}${way}${glyphs.severity[failed ? 'critical' : 'pass']}`,
    show: (text) => paint(failed ? 'critical' : 'signal', text),
  }
}

/** Writes the seconds under a track: `0        4         8       12 s`. */
const axisOf = (step: number, column: (time: number) => number): string => {
  let axis = ''
  for (let part = 0; part <= PARTS; part++)
    axis = `${padEnd(axis, column(part * step * SECOND))}${Number((part * step).toFixed(1))}`
  return `${axis} s`
}

interface Row {
  readonly name: string
  readonly a: Attempt | undefined
  readonly b: Attempt | undefined
}

const rowsOf = (a: ExchangesPlot, b: ExchangesPlot): Row[] => {
  const find = ({ exchanges }: ExchangesPlot, name: string) => exchanges.find(({ exchange }) => exchange === name)
  const names = new Set([...a.exchanges, ...b.exchanges].map(({ exchange }) => exchange))
  return [...names].map((name) => ({ name, a: find(a, name), b: find(b, name) }))
}

/** Returns the preference of a mail server. If it is the same in both runs, only the first row shows it. */
const preference = ({ a, b }: Row, side: number, { paint }: Style): Cell => {
  const isSaid = side === 1 && a !== undefined && a.priority === b?.priority
  const priority = side === 0 ? a?.priority : b?.priority
  return {
    text: isSaid || priority === undefined ? '' : String(priority),
    right: true,
    show: (text) => paint('strong', text),
  }
}

/** Returns a cell that shows the name of its run before its text. */
const named = (name: string, { text, show = (same) => same }: Cell, { paint }: Style): Cell => ({
  text: text === '' ? name : `${name} ${text}`,
  show: (cell) => `${paint('strong', name)}${text === '' ? cell.slice(1) : ` ${show(cell.slice(2))}`}`,
})

/** Draws a sender's attempts in two runs, mail server by mail server, on one time scale. */
export const drawBothExchanges = (a: ExchangesPlot, b: ExchangesPlot, style: Style): string[] => {
  const { paint, width } = style
  const rows = rowsOf(a, b)
  const pair = (row: Row) => [row.a, row.b]
  const end = Math.max(...[...a.exchanges, ...b.exchanges].map(({ to }) => to), 1) / SECOND
  const step = STEPS.find((one) => one * PARTS >= end) ?? Math.ceil(end / PARTS)
  const words = rows.flatMap((row) => pair(row).map((attempt) => wordsOf(attempt, style)))
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(columns))
  const room = width - PREFERENCE - GAPS - widest(rows.map(({ name }) => name)) - widest(words.map(({ text }) => text))
  const length = Math.min(LONGEST_TRACK, room)
  const column = (time: number) => Math.round((time / (step * PARTS * SECOND)) * (length - 1))
  const drawn = length >= SHORTEST_TRACK
  const cells = rows.flatMap((row, at) =>
    pair(row).map((attempt, side): Cell[] => [
      preference(row, side, style),
      ...(drawn ? [{ text: side === 0 ? row.name : '' }] : []),
      named(side === 0 ? 'A' : 'B', drawn ? trackOf(attempt, column, style) : { text: '' }, style),
      words[at * 2 + side] ?? { text: '' },
    ]),
  )
  if (drawn) {
    const axis = { text: `  ${axisOf(step, column)}`, show: (text: string) => paint('dim', text) }
    return table([...cells, [{ text: '' }, { text: '' }, axis]], width)
  }
  // On a narrow terminal the words matter more than the drawing: the name has its own line.
  const lines = table(cells, width)
  return rows.flatMap(({ name }, at) => [clip(name, width), ...lines.slice(at * 2, at * 2 + 2)])
}
