import { clip, DAY, HOUR, isTimeline, MINUTE, plainText, readTimeline, type TimelineWindow, wrap } from '@netbox/core'
import type { RequestEntry, Control, Internet } from '@netbox/simulated-internet'
import { portsByProtocol } from '../texts/serve-texts.ts'
import type { Theme } from './theme.ts'

type Drawn = Pick<Theme, 'glyphs' | 'paint'>

/** A served internet, its control API and the path of the file with the certificates to trust. */
export interface WhereItServes {
  readonly internet: Pick<Internet, 'dns' | 'endpoints'>
  readonly control: Pick<Control, 'url' | 'token'>
  readonly authority: string
}

/** A scenario and the time for which it applies. */
export interface Span {
  readonly scenario: string
  readonly from: number
  readonly to: number
}

/** Returns the spans of a timeline window around an instant. A daily window has one span for each of three days. */
const spansOf = ({ scenario, from, to, daily }: TimelineWindow, now: number): Span[] => {
  if (!daily) return [{ scenario, from, to }]
  const today = Math.floor(now / DAY) * DAY
  const length = to > from ? to - from : to - from + DAY
  return [-1, 0, 1].map((day) => ({ scenario, from: today + day * DAY + from, to: today + day * DAY + from + length }))
}

/** The current scenario, the time at which it ends, and the spans of the timeline. `until` is undefined if the scenario never ends. */
export interface Schedule {
  readonly now: string
  readonly until: number | undefined
  readonly spans: readonly Span[]
}

/** Returns the scenario at an instant and the time at which it ends. */
export const scheduleOf = (scenario: string, now: number): Schedule => {
  if (!isTimeline(scenario)) return { now: scenario, until: undefined, spans: [] }
  const { base, windows } = readTimeline(scenario)
  const spans = windows.flatMap((window) => spansOf(window, now)).toSorted((a, b) => a.from - b.from)
  const holding = spans.find(({ from, to }) => from <= now && now < to)
  const next = spans.find(({ from }) => from > now)
  return { now: holding?.scenario ?? base, until: holding?.to ?? next?.from, spans }
}

const leftText = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}

const clock = (at: number): string => new Date(at).toISOString().slice(11, 16)

/** Describes the active scenario: `mx-down applies for another 17 min 8 s.` */
export const scheduleSentence = ({ now, until }: Schedule, at: number): string =>
  until === undefined ? `${now} applies.` : `${now} applies for another ${leftText(until - at)}.`

/** Draws one hour of a timeline, with dashes for faults and a mark for the current time. Returns no lines for a scenario without spans. */
export const timelineLines = ({ spans }: Schedule, at: number, columns: number, { glyphs, paint }: Drawn): string[] => {
  if (spans.length === 0) return []
  const from = Math.floor((at - 20 * MINUTE) / (10 * MINUTE)) * 10 * MINUTE
  const width = Math.max(20, columns - 12)
  const place = (time: number): number => Math.round(((time - from) / HOUR) * (width - 1))
  const cells = Array.from({ length: width }, () => paint('signal', glyphs.line))
  for (const span of spans) {
    const [start, end] = [place(span.from), place(span.to)]
    for (let cell = Math.max(0, start); cell < Math.min(width, end); cell++) cells[cell] = paint('critical', glyphs.gap)
    for (const edge of [start, end]) if (edge >= 0 && edge < width) cells[edge] = paint('strong', glyphs.step)
  }
  cells[place(at)] = paint('strong', glyphs.down)
  return [`${clock(from)} ${cells.join('')} ${clock(from + HOUR)}`, `${' '.repeat(6 + place(at))}${clock(at)} now`]
}

const LABEL = 10

/** Returns how to reach the servers: their host and ports, the file with the certificates to trust, and the control API. Nothing is cut. */
export const whereLines = (
  { internet, control, authority }: WhereItServes,
  columns: number,
  { paint }: Pick<Theme, 'paint'>,
): string[] => {
  const { dns, endpoints } = internet
  const room = columns - LABEL
  const ports = portsByProtocol(endpoints).map(([protocol, all]) => `${protocol.toUpperCase()}:${all.join(',')}`)
  const rows = [
    ['Listens', `${dns.host} ${ports.join(' ')}`],
    ['Authority', authority],
    ['Control', `${control.url} token ${control.token}`],
  ] as const
  return rows.flatMap(([label, text]) =>
    wrap(text, room).map((line, index) => `${paint('dim', (index === 0 ? label : '').padEnd(LABEL))}${line}`),
  )
}

const SEVERITIES = { answered: 'pass', refused: 'info', lost: 'critical' } as const

/** Returns the widths of the columns. If there is room, the table has full times, ports and milliseconds. */
const columnsFor = (columns: number) =>
  columns < 70
    ? { isWide: false, answer: 12, asked: Math.max(12, columns - 28) }
    : { isWide: true, answer: 22, asked: columns - 56 }

/** Returns the table of requests, with as many of the newest as fit. */
export const requestTable = (
  entries: readonly RequestEntry[],
  { columns, room }: { readonly columns: number; readonly room: number },
  { glyphs, paint }: Drawn,
): string[] => {
  const { isWide, answer: widest, asked } = columnsFor(columns)
  const head = isWide
    ? `Time      Port       ${'Asked'.padEnd(asked)}   ${'Answer'.padEnd(widest)}  ms`
    : `Time   Port  ${'Asked'.padEnd(asked)}   Answer`
  const rows = entries.slice(-Math.max(0, room - 1)).map(({ at, protocol, port, question, answer, outcome, time }) => {
    const severity = SEVERITIES[outcome]
    const when = new Date(at).toISOString().slice(11, isWide ? 19 : 16)
    const where = `${protocol.toUpperCase().padEnd(5)} ${isWide ? `${String(port).padEnd(4)} ` : ''}`
    const sign = paint(severity, glyphs.severity[severity])
    const detail = isWide
      ? `${clip(plainText(answer), widest).padEnd(widest)} ${paint('dim', String(time).padStart(5))}`
      : clip(plainText(answer), widest)
    return `${paint('dim', when)}  ${where}${clip(plainText(question), asked).padEnd(asked)} ${sign} ${detail}`
  })
  return [paint('dim', head), ...rows]
}
