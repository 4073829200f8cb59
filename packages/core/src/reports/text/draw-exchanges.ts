import type { ExchangesPlot } from '../plots/plot.ts'
import { seconds } from '../wording.ts'
import { type Cell, table } from './layout.ts'
import type { Style } from './style.ts'

const CHART = 18

const outcome = ({ outcome: what, to }: ExchangesPlot['exchanges'][number], { paint }: Style): Cell => {
  if (what === 'accepts') return { text: `accepts, ${seconds(to)} s`, show: (text) => paint('pass', text) }
  if (what === 'silent') return { text: 'no answer on 25', show: (text) => paint('critical', text) }
  return { text: 'not tried', show: (text) => paint('dim', text) }
}

/** Draws what a sender goes through: waiting as dashes, an answer as a line that ends in its sign. */
export const drawExchanges = ({ exchanges }: ExchangesPlot, style: Style): string[] => {
  const { glyphs, paint, width } = style
  const end = Math.max(1, ...exchanges.map(({ to }) => to))
  const at = (time: number) => Math.round((time / end) * (CHART - 2))
  const track = (exchange: ExchangesPlot['exchanges'][number]): Cell => {
    const from = at(exchange.from)
    const length = at(exchange.to) - from
    if (exchange.outcome === 'not-tried')
      return { text: `${' '.repeat(from)}${glyphs.ring}`, show: (text) => paint('dim', text) }
    const silent = exchange.outcome === 'silent'
    const start = exchange.from === 0 ? glyphs.source : glyphs.corner
    const sign = glyphs.severity[silent ? 'critical' : 'pass']
    return {
      text: `${' '.repeat(from)}${start}${(silent ? glyphs.gap : glyphs.line).repeat(Math.max(0, length))}${sign}`,
      show: (text) => paint(silent ? 'critical' : 'signal', text),
    }
  }
  const rows = exchanges.map((exchange): Cell[] => [
    { text: String(exchange.priority), right: true, show: (text) => paint('strong', text) },
    { text: exchange.exchange, show: (text) => paint('machine', text) },
    { text: exchange.address, show: (text) => paint('dim', text) },
    // On a narrow terminal the words matter more than the drawing.
    ...(width >= 76 ? [track(exchange)] : []),
    outcome(exchange, style),
  ])
  return table(rows, width)
}
