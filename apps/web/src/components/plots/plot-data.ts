import {
  type DialoguePlot,
  type Plot,
  severityWords,
  type TreeNode,
  type Severity,
  type TimelinePlot,
} from '@netbox/core'
import type { TableData } from './data-table.tsx'
import { fromNow, toMinute } from './scale.tsx'
import { placeInLanes, textWidth } from './labels.ts'

/** One instant on the line: an event, or the current time, which has neither label nor severity. */
export interface Instant {
  readonly label: string | undefined
  readonly severity: Severity | undefined
  /** ISO 8601. */
  readonly time: string
  readonly shown: string
  readonly distance: string
  /** Per cent of the line. */
  readonly x: number
  /** The row of its label, and whether the label ends at the instant instead of starting there. */
  readonly lane: number
  readonly isBefore: boolean
}

/** The minimum width of a line with labels below it, in px. Labels that don't overlap at this width don't overlap on a wider line. */
const NARROWEST = 760

const round = (value: number): number => Math.round(value * 100) / 100

/** The width of a sign on the narrowest line, in per cent. */
const SIGN = 2.6

/** Moves instants apart whose signs would cover each other, within the line. */
const apart = (sorted: readonly number[]): readonly number[] => {
  const xs: number[] = []
  for (const x of sorted) xs.push(Math.max(x, (xs.at(-1) ?? -SIGN) + SIGN))
  return xs.map((x, at) => round(Math.min(x, 100 - (xs.length - 1 - at) * SIGN)))
}

/** Orders the events and the current time on one line, with labels that do not overlap. */
export const layTimeline = ({
  now,
  events,
}: Pick<TimelinePlot, 'now' | 'events'>): {
  readonly instants: readonly Instant[]
  readonly now: number
  readonly lanes: number
} => {
  const all = [...events, { label: undefined, time: now, severity: undefined }].toSorted(
    (a, b) => Date.parse(a.time) - Date.parse(b.time),
  )
  const first = Date.parse(all[0]?.time ?? now)
  const length = Math.max(1, Date.parse(all.at(-1)?.time ?? now) - first)
  const xs = apart(all.map(({ time }) => round(((Date.parse(time) - first) / length) * 100)))
  const places = placeInLanes(
    all.map(({ label }, index) => ({
      x: ((xs[index] ?? 0) / 100) * NARROWEST,
      width: Math.max(textWidth(label ?? 'Now', 14), textWidth('2026-11-20 08:14 UTC', 13.5)),
    })),
    NARROWEST,
    16,
  )
  const instants = all.map(({ label, time, severity }, index) => ({
    label,
    time,
    severity,
    shown: `${toMinute(time)} UTC`,
    distance: fromNow(time, now),
    x: xs[index] ?? 0,
    lane: places[index]?.lane ?? 0,
    isBefore: places[index]?.isBefore ?? false,
  }))
  const present = instants.find(({ label }) => label === undefined)?.x ?? 100
  return { instants, now: present, lanes: Math.max(0, ...instants.map(({ lane }) => lane)) + 1 }
}

/** The facts about a kind of plot that a figure needs besides the drawing. */
interface PlotKind<Of extends Plot> {
  /** The parts that the drawing shows. Without any, the figure says so, with a dashed line. */
  readonly parts: (plot: Of) => readonly unknown[]
  /** The height in px of a drawing that is wide enough, to reserve its space while it loads; missing if it depends on the width. */
  readonly height?: (plot: Of) => number
  /** The unit for the caption line; missing if the labels include the unit. */
  readonly unit?: (plot: Of) => string
  /** The numbers of a picture as a table; missing if the figure already consists of rows of text. */
  readonly table?: (plot: Of) => TableData
}

type PlotKinds = { readonly [Kind in Plot['kind']]: PlotKind<Extract<Plot, { kind: Kind }>> }

const nodesOf = ({ children }: TreeNode): number => children.reduce((sum, child) => sum + nodesOf(child), 1)

/** A line of a dialogue. */
export type DialogueLine = DialoguePlot['lines'][number]

/** Joins the lines of each reply: all but its last one have a hyphen after the code, as in `250-SIZE`. */
export const repliesOf = (lines: readonly DialogueLine[]): DialogueLine[][] => {
  const replies: DialogueLine[][] = []
  let isOpen = false
  for (const line of lines) {
    const reply = replies.at(-1)
    if (isOpen && reply !== undefined) reply.push(line)
    else replies.push([line])
    isOpen = line.from === 'them' && /^\d{3}-/.test(line.text)
  }
  return replies
}

const text = (label: string) => ({ label })
const number = (label: string) => ({ label, isNumber: true })
const time = (value: number | null): string => (value === null ? 'lost' : String(value))

const outcomes = {
  open: 'accepts',
  refused: 'refused',
  silent: 'no answer',
  'no-address': 'no address',
  'not-tried': 'not tried',
} as const

const kinds: PlotKinds = {
  exchanges: {
    parts: ({ exchanges }) => exchanges,
    height: ({ exchanges }) => exchanges.length * 60 + 28,
    unit: () => 'seconds since first attempt',
    table: (plot) => ({
      columns: [
        text('Mail server'),
        number('Preference'),
        text('Address'),
        text('Outcome'),
        number('From, ms'),
        number('To, ms'),
      ],
      rows: plot.exchanges.map(({ exchange, priority, address, outcome, from, to }) =>
        [exchange, priority, address, outcomes[outcome], from, to].map(String),
      ),
    }),
  },
  latency: {
    parts: ({ packets }) => packets,
    height: () => 300,
    unit: () => 'milliseconds',
    table: (plot) => ({
      columns: [number('Packet'), number('Time, ms')],
      rows: plot.packets.map((packet) => [String(packet.sequence), time(packet.time)]),
    }),
  },
  hops: {
    parts: ({ hops }) => hops,
    height: ({ hops }) =>
      30 + hops.length * 44 + hops.filter(({ network }, at) => network !== hops[at - 1]?.network).length * 38,
    table: (plot) => ({
      columns: [
        number('Hop'),
        text('Name'),
        text('Address'),
        text('Network'),
        number('Time 1, ms'),
        number('Time 2, ms'),
        number('Time 3, ms'),
      ],
      rows: plot.hops.map(({ hop, hostname, ip, network, times }) => [
        String(hop),
        hostname ?? 'no reply',
        ip ?? '—',
        network,
        ...times.map(time),
      ]),
    }),
  },
  places: {
    parts: ({ places }) => places,
    table: (plot) => ({
      columns: ['Place', 'Region', 'Answer', 'Note', 'Finding'].map(text),
      rows: plot.places.map(({ location, region, value, note, severity }) => [
        location,
        region,
        value,
        note,
        severityWords[severity].label,
      ]),
    }),
  },
  gauge: {
    parts: ({ parts }) => parts,
    height: ({ parts }) => 92 + parts.length * 44,
    unit: () => 'points',
    table: (plot) => ({
      columns: [text('Part'), number('Points'), number('Of'), text('Note'), text('Finding')],
      rows: plot.parts.map(({ label, points, of, note, severity }) => [
        label,
        String(points),
        String(of),
        note,
        severityWords[severity].label,
      ]),
    }),
  },
  timeline: {
    parts: ({ events }) => events,
    height: (plot) => 40 + layTimeline(plot).lanes * 72,
    unit: () => 'UTC',
    table: (plot) => ({
      columns: ['Event', 'Time, UTC', 'From now', 'Finding'].map(text),
      rows: plot.events.map((event) => [
        event.label,
        toMinute(event.time),
        fromNow(event.time, plot.now),
        severityWords[event.severity].label,
      ]),
    }),
  },
  chain: { parts: ({ links }) => links, height: ({ links }) => links.length * 56 },
  tree: { parts: ({ root }) => [root], height: ({ root }) => 14 + nodesOf(root) * 42 },
  dialogue: {
    parts: ({ lines }) => lines,
    height: ({ lines }) => 46 + repliesOf(lines).length * 38,
    unit: ({ caption }) => (caption.includes('milliseconds') ? '' : 'milliseconds since connecting'),
  },
  list: {
    parts: ({ items }) => items,
    height: ({ items }) => (items.length >= 8 ? Math.ceil(items.length / 2) : items.length) * 44,
  },
  records: { parts: ({ records }) => records, height: ({ records }) => 25.5 + records.length * 45 },
}

/** The facts about one plot that its figure shows or needs. */
export interface PlotData {
  readonly isEmpty: boolean
  readonly height: number | undefined
  readonly unit: string
  readonly table: TableData | undefined
}

/** Returns the facts about a plot. */
export const plotData = (plot: Plot): PlotData => {
  // Each entry only gets plots of its own kind.
  const { parts, height, unit, table } = kinds[plot.kind] as PlotKind<Plot>
  const isEmpty = parts(plot).length === 0
  return { isEmpty, height: isEmpty ? 72 : height?.(plot), unit: unit?.(plot) ?? '', table: table?.(plot) }
}

/** Returns the maximum of a plot's scale, so that two plots can share one; undefined for a plot without a line on a scale. */
export const mostOf = (plot: Plot): number | undefined => {
  if (plot.kind === 'latency') return Math.max(1, ...plot.packets.map((packet) => packet.time ?? 0))
  if (plot.kind === 'exchanges') return Math.max(1, ...plot.exchanges.map(({ to }) => to))
  return plot.kind === 'hops'
    ? Math.max(1, ...plot.hops.flatMap(({ times }) => times.map((one) => one ?? 0)))
    : undefined
}
