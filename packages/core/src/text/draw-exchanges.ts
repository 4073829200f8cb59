import type { ExchangesPlot } from '../reports/plot.ts'
import { seconds } from '../reports/wording.ts'
import { type Cell, columns, table } from './layout.ts'
import type { Style } from './style.ts'

const LONGEST_TRACK = 18
const SHORTEST_TRACK = 8

const outcome = ({ outcome: what, to }: ExchangesPlot['exchanges'][number], { paint }: Style): Cell => {
  if (what === 'accepts') return { text: `accepts, ${seconds(to)} s`, show: (text) => paint('pass', text) }
  if (what === 'silent') return { text: 'no answer on 25', show: (text) => paint('critical', text) }
  return { text: 'not tried', show: (text) => paint('dim', text) }
}

/** Draws what a sender goes through: waiting as dashes, an answer as a line that ends in its sign. */
export const drawExchanges = ({ exchanges }: ExchangesPlot, style: Style): string[] => {
  const { glyphs, paint, width } = style
  const end = Math.max(1, ...exchanges.map(({ to }) => to))
  const outcomes = exchanges.map((exchange) => outcome(exchange, style))
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(columns))
  const names = widest(exchanges.map(({ exchange }) => exchange)) + widest(exchanges.map(({ address }) => address))
  // What preference, names, words and the gaps between five columns leave to the drawing.
  const room = width - 2 - names - widest(outcomes.map(({ text }) => text)) - 8
  const length = Math.min(LONGEST_TRACK, room)
  const at = (time: number) => Math.round((time / end) * (length - 2))
  const track = (exchange: ExchangesPlot['exchanges'][number]): Cell => {
    const from = at(exchange.from)
    const stretch = at(exchange.to) - from
    if (exchange.outcome === 'not-tried')
      return { text: `${' '.repeat(from)}${glyphs.ring}`, show: (text) => paint('dim', text) }
    const silent = exchange.outcome === 'silent'
    const start = exchange.from === 0 ? glyphs.source : glyphs.corner
    const sign = glyphs.severity[silent ? 'critical' : 'pass']
    return {
      text: `${' '.repeat(from)}${start}${(silent ? glyphs.gap : glyphs.line).repeat(Math.max(0, stretch))}${sign}`,
      show: (text) => paint(silent ? 'critical' : 'signal', text),
    }
  }
  const rows = exchanges.map((exchange, index): Cell[] => [
    { text: String(exchange.priority), right: true, show: (text) => paint('strong', text) },
    { text: exchange.exchange, show: (text) => paint('machine', text) },
    { text: exchange.address, show: (text) => paint('dim', text) },
    // On a narrow terminal the words matter more than the drawing.
    ...(length >= SHORTEST_TRACK ? [track(exchange)] : []),
    outcomes[index] ?? { text: '' },
  ])
  return table(rows, width)
}
