import type { HopsPlot } from '@netbox/core'

type Hop = HopsPlot['hops'][number]

/** The height of a row of the hop chart, in px. */
export const HOP_ROW = 44
/** The height of the row with a network's name, in px. */
export const NETWORK_ROW = 38

/** One hop with the data of its drawing: the y of its middle in px, and its time. */
export interface DrawnHop {
  readonly hop: Hop
  readonly y: number
  /** The time in ms; a hop that did not answer has the time of the next hop that did. */
  readonly at: number
  /** The name of the network on its first hop; undefined on its other hops. */
  readonly network: string | undefined
  readonly isLast: boolean
}

/** Lays out hops from the top: one row for each, and one more for each new network. */
export const layHops = (hops: readonly Hop[]): { readonly hops: readonly DrawnHop[]; readonly height: number } => {
  let height = 0
  let before = 0
  const drawn = hops.map((hop, index): DrawnHop => {
    const network = hop.network === hops[index - 1]?.network ? undefined : hop.network
    if (network !== undefined) height += NETWORK_ROW
    const y = height + HOP_ROW / 2
    height += HOP_ROW
    const next = hops.slice(index).find(({ median }) => median !== null)?.median
    before = next ?? before
    return { hop, y, at: before, network, isLast: index === hops.length - 1 }
  })
  return { hops: drawn, height }
}

/** A line between two hops in the units of the chart: time across, px down. */
export interface HopStep {
  readonly path: string
  /** Whether the step leads to or from a hop that did not answer; such a step is drawn with dashes. */
  readonly silent: boolean
}

const isSilent = ({ hop }: DrawnHop): boolean => hop.median === null

/** Returns the steps from hop to hop: down, across at the change of row, down. */
export const hopSteps = (hops: readonly DrawnHop[], toPercent: (time: number) => number): HopStep[] =>
  hops.slice(1).map((hop, index) => {
    // `hops[index]` always exists, because the slice starts at the second hop.
    const from = hops[index] ?? hop
    const [x, next] = [toPercent(from.at), toPercent(hop.at)]
    const middle = isSilent(hop) ? hop.y : hop.y - HOP_ROW / 2
    return { path: `M${x} ${from.y}V${middle}H${next}V${hop.y}`, silent: isSilent(from) || isSilent(hop) }
  })

/** Finds the hop with the largest step, if the step is at least a quarter of the longest time. */
export const largestStep = (hops: readonly Hop[]): { readonly hop: number; readonly by: number } | undefined => {
  let before = 0
  let largest = { hop: 0, by: 0 }
  for (const { hop, median } of hops) {
    if (median === null) continue
    // The first hop is the start of the signal, not a step.
    if (hop > 1 && median - before > largest.by) largest = { hop, by: median - before }
    before = median
  }
  const slowest = Math.max(0, ...hops.map(({ median }) => median ?? 0))
  return largest.by >= slowest / 4 && largest.hop !== 0 ? largest : undefined
}
