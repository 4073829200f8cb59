import type { ExchangesPlot } from '../reports/plot.ts'
import { seconds } from '../reports/wording.ts'
import { type Cell, columns, flow, table, wrap } from './layout.ts'
import type { Style } from './style.ts'

const LONGEST_TRACK = 18
const SHORTEST_TRACK = 8
// The spaces between columns, as in every table.
const GAP = 2

const outcome = ({ outcome: what, to }: ExchangesPlot['exchanges'][number], { paint }: Style): Cell => {
  if (what === 'open') return { text: `accepts, ${seconds(to)} s`, show: (text) => paint('pass', text) }
  if (what === 'refused') return { text: `refused, ${seconds(to)} s`, show: (text) => paint('critical', text) }
  if (what === 'silent') return { text: 'no answer on 25', show: (text) => paint('critical', text) }
  if (what === 'no-address') return { text: 'no address', show: (text) => paint('critical', text) }
  return { text: 'not tried', show: (text) => paint('dim', text) }
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(columns))

/** Returns the cells next to the drawing of each mail server. */
const labelsOf = (exchanges: ExchangesPlot['exchanges'], style: Style) => {
  const { paint } = style
  return exchanges.map((exchange) => ({
    priority: { text: String(exchange.priority), right: true, show: (text: string) => paint('strong', text) },
    name: { text: exchange.exchange, show: (text: string) => paint('machine', text) },
    address: { text: exchange.address, show: (text: string) => paint('dim', text) },
    outcome: outcome(exchange, style),
  }))
}

/** Draws the time of each mail server: a line, with gaps if the server is silent, that ends in a sign for the outcome. */
const tracksOf = (exchanges: ExchangesPlot['exchanges'], length: number, { glyphs, paint }: Style): Cell[] => {
  const end = Math.max(1, ...exchanges.map(({ to }) => to))
  const at = (time: number) => Math.round((time / end) * (length - 2))
  return exchanges.map((exchange) => {
    const from = at(exchange.from)
    const stretch = at(exchange.to) - from
    if (exchange.outcome === 'not-tried')
      return { text: `${' '.repeat(from)}${glyphs.ring}`, show: (text) => paint('dim', text) }
    const silent = exchange.outcome === 'silent'
    const start = exchange.from === 0 ? glyphs.source : glyphs.corner
    const failed = exchange.outcome !== 'open'
    const sign = glyphs.severity[failed ? 'critical' : 'pass']
    return {
      text: `${' '.repeat(from)}${start}${(silent ? glyphs.gap : glyphs.line).repeat(Math.max(0, stretch))}${sign}`,
      show: (text) => paint(failed ? 'critical' : 'signal', text),
    }
  })
}

type Labels = ReturnType<typeof labelsOf>

/** Draws a name and an address above their time and outcome, so that they fit a narrow terminal. */
const stacked = (labels: Labels, indent: number, tracksIn: (length: number) => Cell[], width: number): string[] => {
  const room = Math.max(1, width - indent)
  const length = room - widest(labels.map(({ outcome: { text } }) => text)) - GAP
  const tracks = length < SHORTEST_TRACK ? [] : tracksIn(length)
  const outcomes = table(
    labels.map(({ outcome: what }, index) => [...tracks.slice(index, index + 1), what]),
    room,
  )
  return labels.flatMap(({ priority, name, address }, index) => {
    const pieces = [name, address].flatMap(({ text, show }) => wrap(text, room).map((part) => ({ text: part, show })))
    const lines = [...flow(pieces, GAP, room), outcomes[index] ?? '']
    const head = priority.show(priority.text.padStart(indent - GAP)) + ' '.repeat(GAP)
    return lines.map((line, at) => (at === 0 ? head : ' '.repeat(indent)) + line)
  })
}

/** Draws the attempts of a sender: one line for each mail server, or two on a narrow terminal. */
export const drawExchanges = ({ exchanges }: ExchangesPlot, style: Style): string[] => {
  const { width } = style
  const labels = labelsOf(exchanges, style)
  const tracksIn = (length: number): Cell[] => tracksOf(exchanges, Math.min(LONGEST_TRACK, length), style)
  const keys = ['priority', 'name', 'address', 'outcome'] as const
  const [indent = 0, ...others] = keys.map((key) => widest(labels.map((label) => label[key].text)) + GAP)
  const room = others.reduce((left, wide) => left - wide, width - indent)
  if (room < SHORTEST_TRACK) return stacked(labels, indent, tracksIn, width)
  const tracks = tracksIn(room)
  const rows = labels.map(({ priority, name, address, outcome: what }, index) => [
    priority,
    name,
    address,
    tracks[index] ?? { text: '' },
    what,
  ])
  return table(rows, width)
}
