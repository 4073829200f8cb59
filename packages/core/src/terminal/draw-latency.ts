import type { LatencyPlot } from '../reports/plot.ts'
import { milliseconds } from '../reports/wording.ts'
import { table } from './layout.ts'
import type { Style } from './style.ts'

/** Draws one bar for each packet, from zero; a lost packet is a gap. The longest bar stands for `least` ms or more. */
export const drawLatency = ({ packets }: LatencyPlot, { glyphs, paint, width }: Style, least = 1): string[] => {
  const length = Math.min(48, Math.max(8, width - 20))
  const slowest = Math.max(least, ...packets.map(({ time }) => time ?? 0))
  return table(
    packets.map(({ sequence, time }) => {
      const sign = { text: String(sequence), right: true, show: (text: string) => paint('dim', text) }
      if (time === null) {
        const lost = { text: glyphs.gap.repeat(length), show: (text: string) => paint('dim', text) }
        return [sign, lost, { text: 'lost', show: (text: string) => paint('critical', text) }]
      }
      const bar = {
        text: glyphs.bar.repeat(Math.max(1, Math.round((time / slowest) * length))),
        show: (text: string) => paint('signal', text),
      }
      return [sign, bar, { text: `${milliseconds(time)} ms`, show: (text: string) => paint('machine', text) }]
    }),
    width,
  )
}
