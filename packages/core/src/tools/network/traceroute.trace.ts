import { decimals } from '../../foundation/mapping.ts'
import type { TracerouteResult } from './traceroute.ts'

/** One hop with a summary of its three probes. */
interface Row {
  readonly hop: number
  readonly ip: string | null
  readonly hostname: string | null
  readonly times: readonly (number | null)[]
  /** The number of answered probes, of three. */
  readonly answered: number
  readonly least: number
  readonly most: number
  /** Milliseconds; null for a silent hop. */
  readonly median: number | null
}

/** The time from one answering hop to the next, in milliseconds. */
export interface Step {
  readonly from: number
  readonly to: number
  readonly cost: number
}

/** The analysis of a route. Hop numbers identify hops; times are in milliseconds. */
export interface Trace {
  readonly host: string
  readonly rows: readonly Row[]
  /** The median at the last hop. */
  readonly end: number
  readonly answered: number
  /** The last hop that answers a probe; it is not the last of the route if the destination is silent. */
  readonly heard: number
  /** The largest step between two hops that answer. */
  readonly step: Step
  readonly silent: readonly number[]
  /** The first hop of a loss that continues to the end. */
  readonly lossFrom: number | undefined
  /** Hops that miss a probe while later hops miss none. */
  readonly isolated: readonly number[]
  readonly varying: readonly { readonly hop: number; readonly least: number; readonly most: number }[]
  /** Whether the last hop does not vary. */
  readonly steady: boolean
}

const rowOf = ({ hop, ip, hostname, time1, time2, time3 }: TracerouteResult['hops'][number]): Row => {
  const times = [time1, time2, time3]
  let answered = 0
  let sum = 0
  let least = Infinity
  let most = 0
  for (const time of times) {
    if (time === null) continue
    answered++
    sum += time
    if (time < least) least = time
    if (time > most) most = time
  }
  // The median of three times, or the mean of two.
  const middle = answered === 3 ? sum - least - most : sum / answered
  return { hop, ip, hostname, times, answered, least, most, median: answered === 0 ? null : decimals(middle, 1) }
}

// Returns whether the times of a hop vary. Queues add a few per cent on any route, so they add more milliseconds on a longer route.
const varies = ({ answered, least, most }: Row): boolean => answered > 1 && most - least > least * 0.07 + 3

const largestStep = (rows: readonly Row[]): Step => {
  let step: Step = { from: 1, to: 1, cost: 0 }
  let from = -1
  let start = 0
  for (const { hop, median } of rows) {
    if (median === null) continue
    const cost = from < 0 ? 0 : decimals(median - start, 1)
    if (cost > step.cost) step = { from, to: hop, cost }
    from = hop
    start = median
  }
  return step
}

/** Returns the first hop of a loss that continues to the end. */
const lossStart = (rows: readonly Row[]): number | undefined => {
  let start: number | undefined
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index]
    if (row === undefined || row.answered === row.times.length) break
    if (row.answered > 0) start = row.hop
  }
  return start
}

/** Reads a result: medians, the largest step, and which losses matter. */
export const traceOf = ({ host, hops }: TracerouteResult): Trace => {
  const rows = hops.map(rowOf)
  const last = rows[rows.length - 1]
  const lossFrom = lossStart(rows)
  const silent: number[] = []
  const isolated: number[] = []
  const varying: Row[] = []
  let answered = 0
  let heard = 0
  for (const row of rows) {
    answered += row.answered
    if (row.answered > 0) heard = row.hop
    if (row.answered === 0) silent.push(row.hop)
    else if (row.answered < 3 && row.hop < (lossFrom ?? Infinity)) isolated.push(row.hop)
    if (varies(row)) varying.push(row)
  }
  return {
    host,
    rows,
    end: last?.median ?? 0,
    answered,
    heard,
    step: largestStep(rows),
    silent,
    lossFrom,
    isolated,
    varying,
    steady: last !== undefined && !varies(last),
  }
}
