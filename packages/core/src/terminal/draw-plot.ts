import type {
  ChainPlot,
  DialoguePlot,
  GaugePlot,
  ListPlot,
  PlacesPlot,
  Plot,
  RecordsPlot,
  TimelinePlot,
  TreeNode,
  TreePlot,
  LatencyPlot,
} from '../reports/plot.ts'
import type { Severity } from '../reports/report.ts'
import { drawExchanges } from './draw-exchanges.ts'
import { drawHops } from './draw-hops.ts'
import { type Cell, columns, padEnd, table, wrap } from './layout.ts'
import type { Style } from './style.ts'
import { milliseconds } from '../reports/wording.ts'

/** Draws one bar for each packet, from zero; a lost packet is a gap. The longest bar stands for `least` ms or more. */
const drawLatency = ({ packets }: LatencyPlot, { glyphs, paint, width }: Style, least = 1): string[] => {
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

const mark = (severity: Severity, { glyphs, paint }: Style): Cell => ({
  text: glyphs.severity[severity],
  show: (text) => paint(severity, text),
})

const machine = (text: string, { paint }: Style): Cell => ({ text, show: (cell) => paint('machine', cell) })

const dim = (text: string, { paint }: Style): Cell => ({ text, show: (cell) => paint('dim', cell) })

const drawList = ({ items }: ListPlot, style: Style): string[] =>
  table(
    items.map(({ label, value, severity }) => [mark(severity, style), { text: label }, machine(value, style)]),
    style.width,
  )

const LEAST_VALUE = 24

const drawRecords = ({ records }: RecordsPlot, style: Style): string[] => {
  const heads = table(
    records.map(({ name, ttl, type }) => [
      { text: name },
      { text: ttl === null ? '' : String(ttl), right: true },
      { text: padEnd(type, 5) },
    ]),
    style.width,
  )
  const widest = Math.max(0, ...heads.map(columns))
  // A TXT record is often longer than its line, so it is wrapped. If the column is narrow, the indent is small.
  const indent = style.width - widest - 2 < LEAST_VALUE ? 4 : widest + 2
  return records.flatMap(({ value }, index) => {
    const head = style.paint('dim', heads[index] ?? '')
    const values = wrap(value, style.width - indent).map((line) => style.paint('machine', line))
    if (indent === 4) return [head, ...values.map((line) => `    ${line}`)]
    return values.map((line, at) => `${at === 0 ? head : ' '.repeat(widest)}  ${line}`)
  })
}

const drawPlaces = ({ places }: PlacesPlot, style: Style): string[] => {
  const regions = [...new Set(places.map(({ region }) => region))]
  const rows = places.map(({ location, value, note, severity }) => [
    mark(severity, style),
    { text: location },
    machine(value, style),
    dim(note, style),
  ])
  // One table for all regions keeps their columns aligned.
  const lines = table(rows, style.width - 2)
  return regions.flatMap((region) => {
    const here = places.flatMap((place, index) =>
      place.region === region ? [{ place, line: lines[index] ?? '' }] : [],
    )
    const well = here.filter(({ place }) => place.severity === 'pass').length
    return [
      `${style.paint('strong', region)}  ${style.paint('dim', `${well} of ${here.length}`)}`,
      ...here.map(({ line }) => `  ${line}`),
    ]
  })
}

const drawGauge = ({ value, label, parts }: GaugePlot, style: Style): string[] => {
  const length = Math.min(40, Math.max(10, style.width - 30))
  const filled = Math.round((Math.max(0, Math.min(100, value)) / 100) * length)
  const bar =
    style.paint('signal', style.glyphs.bar.repeat(filled)) +
    style.paint('dim', style.glyphs.rest.repeat(length - filled))
  const rows = parts.map(({ label: name, points, of, note, severity }) => [
    mark(severity, style),
    { text: name },
    { text: `${points} of ${of}`, right: true },
    dim(note, style),
  ])
  return [`${bar}  ${style.paint('strong', label)}`, ...table(rows, style.width)]
}

const drawChain = ({ links }: ChainPlot, style: Style): string[] =>
  links.flatMap(({ label, detail, severity }, index) => [
    ...(index === 0 ? [] : [style.paint('dim', style.glyphs.down)]),
    ...table(
      [[mark(severity, style), { text: label, show: (text) => style.paint('strong', text) }, dim(detail, style)]],
      style.width,
    ),
  ])

const drawNode = (node: TreeNode, lead: string, style: Style): string[] =>
  node.children.flatMap((child, index) => {
    const last = index === node.children.length - 1
    const { corner, branch, line: bar, down } = style.glyphs
    const head = `${style.paint('dim', `${lead}${last ? corner : branch}${bar} `)}${style.paint(child.severity, style.glyphs.severity[child.severity])} `
    const [line = ''] = table([[{ text: child.label }, dim(child.detail, style)]], style.width - lead.length - 5)
    return [head + line, ...drawNode(child, `${lead}${last ? ' ' : down}  `, style)]
  })

const drawTree = ({ root }: TreePlot, style: Style): string[] => [
  ...table(
    [
      [
        mark(root.severity, style),
        { text: root.label, show: (text) => style.paint('strong', text) },
        dim(root.detail, style),
      ],
    ],
    style.width,
  ),
  ...drawNode(root, '', style),
]

const drawDialogue = ({ lines, peer }: DialoguePlot, style: Style): string[] => {
  const { arrow, back } = style.glyphs
  const rows = lines.map(({ from, text, at, severity }) => [
    dim(`${at} ms`, style),
    {
      text: from === 'us' ? arrow : back,
      show: (sign: string) => style.paint(from === 'us' ? 'signal' : severity, sign),
    },
    severity === 'critical' || severity === 'warning'
      ? { text, show: (cell: string) => style.paint(severity, cell) }
      : machine(text, style),
  ])
  return [
    style.paint('dim', `us ${arrow} ${peer}`),
    ...table(
      rows.map((row) => row.map((cell, index) => (index === 0 ? { ...cell, right: true } : cell))),
      style.width,
    ),
  ]
}

const drawTimeline = ({ now, events }: TimelinePlot, style: Style): string[] => {
  const present = { label: 'now', time: now, severity: undefined }
  const all = [...events, present].toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
  return table(
    all.map(({ label, time, severity }) => [
      severity === undefined
        ? { text: style.glyphs.source, show: (text: string) => style.paint('signal', text) }
        : mark(severity, style),
      machine(time.slice(0, 16).replace('T', ' '), style),
      { text: label },
    ]),
    style.width,
  )
}

/** Draws the picture of a result as lines of text. A time scale in ms ends at `least` or later. */
export const drawPlot = (plot: Plot, style: Style, least?: number): string[] => {
  switch (plot.kind) {
    case 'exchanges':
      return drawExchanges(plot, style)
    case 'latency':
      return drawLatency(plot, style, least)
    case 'hops':
      return drawHops(plot, style, least)
    case 'places':
      return drawPlaces(plot, style)
    case 'gauge':
      return drawGauge(plot, style)
    case 'chain':
      return drawChain(plot, style)
    case 'tree':
      return drawTree(plot, style)
    case 'dialogue':
      return drawDialogue(plot, style)
    case 'timeline':
      return drawTimeline(plot, style)
    case 'list':
      return drawList(plot, style)
    case 'records':
      return drawRecords(plot, style)
  }
}
