import type { HopsPlot } from '../reports/plot.ts'
import { type Cell, clip, padEnd, table, wrap } from './layout.ts'
import type { Style } from './style.ts'

type Hop = HopsPlot['hops'][number]

const NAME = 30

const time = (value: number | null, { paint }: Style): Cell =>
  value === null
    ? { text: '*', right: true, show: (text) => paint('dim', text) }
    : { text: value.toFixed(1), right: true, show: (text) => paint('machine', text) }

/** Returns the columns of a row without its name: the number of the hop, its times and the gaps before them. */
const columnsOfTimes = (hops: readonly Hop[], style: Style): number => {
  const widths = [0, 1, 2].map((probe) =>
    Math.max(0, ...hops.map(({ times }) => time(times[probe] ?? null, style).text.length)),
  )
  return widths.reduce((sum, width) => sum + 2 + width, String(hops.at(-1)?.hop ?? 0).length + 2)
}

/** Draws one hop on the time scale: its median, and a line for the time since the previous hop. */
const track = (
  hop: Hop,
  before: number,
  slowest: number,
  length: number,
  last: boolean,
  { glyphs, paint }: Style,
): Cell => {
  const at = (value: number) => Math.round((value / slowest) * (length - 1))
  if (hop.median === null)
    return { text: padEnd(`${' '.repeat(at(before))}${glyphs.gap}`, length), show: (text) => paint('dim', text) }
  const from = Math.min(at(before), at(hop.median))
  const sign = hop.hop === 1 ? glyphs.source : last ? glyphs.ring : glyphs.step
  const step = at(hop.median) - from
  const line = step > 1 ? glyphs.line.repeat(step) : ' '.repeat(step)
  return {
    text: padEnd(`${' '.repeat(from)}${line}${sign}`, length),
    show: (text) => paint(hop.mark ?? 'signal', text),
  }
}

/** Draws the route hop by hop, grouped by network, with the three times of each. The scale ends at `least` ms or later. */
export const drawHops = ({ hops }: HopsPlot, style: Style, least = 1): string[] => {
  const { paint, width } = style
  // On a narrow terminal the name is cut, and never a time.
  const widest = Math.min(NAME, width - columnsOfTimes(hops, style))
  const length = Math.min(36, width - NAME - 32)
  const slowest = Math.max(least, ...hops.map(({ median }) => median ?? 0))
  let before = 0
  const rows = hops.map((hop, index): Cell[] => {
    const drawn = length < 8 ? [] : [track(hop, before, slowest, length, index === hops.length - 1, style)]
    before = hop.median ?? before
    const name: Cell =
      hop.hostname === null
        ? { text: clip('no reply', widest), show: (text) => paint('dim', text) }
        : {
            text: padEnd(clip(hop.hostname, widest), widest),
            show: (text) => paint('machine', text),
          }
    return [{ text: String(hop.hop), right: true }, name, ...drawn, ...hop.times.map((value) => time(value, style))]
  })
  const lines = table(rows, width)
  return hops.flatMap((hop, index) => {
    const entered = hop.network !== hops[index - 1]?.network
    const network = entered ? wrap(hop.network, width).map((line) => paint('dim', line)) : []
    return [...network, lines[index] ?? '']
  })
}
