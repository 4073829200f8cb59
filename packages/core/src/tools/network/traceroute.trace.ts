import { decimals } from '../../world/mapping.ts'
import type { TracerouteResult } from './traceroute.ts'

/** One hop with what its three probes say together. */
interface Row {
  readonly hop: number
  readonly ip: string | null
  readonly hostname: string | null
  readonly times: readonly (number | null)[]
  /** The times of the probes that were answered, fastest first. */
  readonly answers: readonly number[]
  /** Milliseconds; null for a silent hop. */
  readonly median: number | null
}

/** What the way from one answering hop to the next costs, in milliseconds. */
export interface Step {
  readonly from: number
  readonly to: number
  readonly cost: number
}

/** A route as an engineer reads it. Hops are named by their numbers, times are milliseconds. */
export interface Trace {
  readonly host: string
  readonly rows: readonly Row[]
  /** Median at the last hop. */
  readonly end: number
  readonly answered: number
  /** The largest step between two hops that answer. */
  readonly step: Step
  readonly silent: readonly number[]
  /** The first hop of a loss that stays to the end. */
  readonly lossFrom: number | undefined
  /** Hops that leave out a probe while the hops after them do not. */
  readonly lonely: readonly number[]
  readonly varying: readonly { readonly hop: number; readonly least: number; readonly most: number }[]
  /** Whether the last hop does not vary. */
  readonly steady: boolean
}

const medianOf = (sorted: readonly number[]): number | null => {
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : decimals((low + high) / 2, 1)
}

const rowOf = ({ hop, ip, hostname, time1, time2, time3 }: TracerouteResult['hops'][number]): Row => {
  const times = [time1, time2, time3]
  const answers = times.filter((time) => time !== null).toSorted((a, b) => a - b)
  return { hop, ip, hostname, times, answers, median: medianOf(answers) }
}

// Queues make a few per cent on any route, and more milliseconds the longer it is.
const varies = ({ answers: [least = 0, ...more] }: Row): boolean =>
  (more[more.length - 1] ?? least) - least > least * 0.07 + 3

const largestStep = (rows: readonly Row[]): Step => {
  let step: Step = { from: 1, to: 1, cost: 0 }
  let before: { hop: number; median: number } | undefined
  for (const { hop, median } of rows) {
    if (median === null) continue
    const cost = decimals(median - (before?.median ?? median), 1)
    if (cost > step.cost) step = { from: before?.hop ?? hop, to: hop, cost }
    before = { hop, median }
  }
  return step
}

const leavesOut = ({ answers, times }: Row): boolean => answers.length > 0 && answers.length < times.length

/** Walks back from the end as long as hops lose probes or are silent. */
const lossStart = (rows: readonly Row[]): number | undefined => {
  let start: number | undefined
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index]
    if (row === undefined || row.answers.length === row.times.length) break
    if (row.answers.length > 0) start = row.hop
  }
  return start
}

/** Reads a result: medians, the largest step, and which losses matter. */
export const traceOf = ({ host, hops }: TracerouteResult): Trace => {
  const rows = hops.map(rowOf)
  const last = rows[rows.length - 1]
  const lossFrom = lossStart(rows)
  return {
    host,
    rows,
    end: last?.median ?? 0,
    answered: rows.reduce((sum, { answers }) => sum + answers.length, 0),
    step: largestStep(rows),
    silent: rows.filter(({ answers }) => answers.length === 0).map(({ hop }) => hop),
    lossFrom,
    lonely: rows.filter((row) => leavesOut(row) && row.hop < (lossFrom ?? Infinity)).map(({ hop }) => hop),
    varying: rows
      .filter(varies)
      .map(({ hop, answers }) => ({ hop, least: answers[0] ?? 0, most: answers[answers.length - 1] ?? 0 })),
    steady: last !== undefined && !varies(last),
  }
}
