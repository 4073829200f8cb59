import type { Today } from '@netbox/contract'
import { type Severity, severities } from '@netbox/core'

const DAY = 24 * 60 * 60_000

/** A stack of marks in the trace of a day: one mark for each run, at most five. */
export interface Stack {
  /** The position in per cent of the day. */
  readonly at: number
  readonly count: number
  /** The severities from the line up; the worst is on top. */
  readonly marks: readonly Severity[]
}

const MOST = 5

/** Returns the position of an instant in its UTC day, in per cent. */
export const placeInDay = (instant: string): number => ((Date.parse(instant) % DAY) * 100) / DAY

/** Groups the runs of a day into stacks of several half hours. */
export const stacksOf = (runs: Today['runs'], halves: number): Stack[] => {
  const span = halves * 30 * 60_000
  const starts = [...new Set(runs.map(({ start }) => Math.floor(Date.parse(start) / span) * span))]
  return starts.map((start) => {
    const own = runs.filter((half) => Math.floor(Date.parse(half.start) / span) * span === start)
    const of = (severity: Severity) => own.reduce((sum, half) => sum + half[severity], 0)
    const count = severities.reduce((sum, severity) => sum + of(severity), 0)
    const worstFirst = severities.flatMap((severity) =>
      Array.from({ length: Math.min(MOST, of(severity)) }, () => severity),
    )
    return {
      at: placeInDay(new Date(start + span / 2).toISOString()),
      count,
      marks: worstFirst.slice(0, MOST).toReversed(),
    }
  })
}
