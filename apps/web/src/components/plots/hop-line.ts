import type { HopsPlot } from '@netbox/core'

type Hop = HopsPlot['hops'][number]

/** Heights of the rows of the hop chart, px. */
export const HOP_ROW = 44
/** The head of a network's hops. */
export const NETWORK_ROW = 38

/** One hop with what its drawing needs: the y of its middle in px, and the time where it stands. */
export interface DrawnHop {
  readonly hop: Hop
  readonly y: number
  /** ms; a silent hop stands where the next answer comes from. */
  readonly at: number
  /** Set on the first hop of a network. */
  readonly network: string | undefined
  readonly isLast: boolean
}

/** Lays hops out from above, one row each and one more for each network that is entered. */
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
  /** Drawn as dashes: it leads to a hop that did not answer, or away from one. */
  readonly silent: boolean
}

const isSilent = ({ hop }: DrawnHop): boolean => hop.median === null

/** Draws the steps from hop to hop: down, across at the change of row, down. */
export const hopSteps = (hops: readonly DrawnHop[], toPercent: (time: number) => number): HopStep[] =>
  hops.slice(1).map((hop, index) => {
    // Always there: the slice begins one later.
    const from = hops[index] ?? hop
    const [x, next] = [toPercent(from.at), toPercent(hop.at)]
    const middle = isSilent(hop) ? hop.y : hop.y - HOP_ROW / 2
    return { path: `M${x} ${from.y}V${middle}H${next}V${hop.y}`, silent: isSilent(from) || isSilent(hop) }
  })

/** Finds the hop whose step costs most, where it costs a quarter of the way or more. */
export const largestStep = (hops: readonly Hop[]): { readonly hop: number; readonly by: number } | undefined => {
  let before = 0
  let largest = { hop: 0, by: 0 }
  for (const { hop, median } of hops) {
    if (median === null) continue
    // The first hop is where the signal starts: it is no step of the way.
    if (hop > 1 && median - before > largest.by) largest = { hop, by: median - before }
    before = median
  }
  const slowest = Math.max(0, ...hops.map(({ median }) => median ?? 0))
  return largest.by >= slowest / 4 && largest.hop !== 0 ? largest : undefined
}
