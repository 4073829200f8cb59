import type { Severity, TimelinePlot } from '@netbox/core'
import { placeInLanes, textWidth } from './labels.ts'
import { fromNow, toMinute } from './scale.tsx'

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
  const at = (time: string) => round(((Date.parse(time) - first) / length) * 100)
  const places = placeInLanes(
    all.map(({ label, time }) => ({
      x: (at(time) / 100) * NARROWEST,
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
    x: at(time),
    lane: places[index]?.lane ?? 0,
    isBefore: places[index]?.isBefore ?? false,
  }))
  return { instants, now: at(now), lanes: Math.max(0, ...instants.map(({ lane }) => lane)) + 1 }
}
