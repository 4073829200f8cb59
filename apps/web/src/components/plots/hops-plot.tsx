import type { HopsPlot as Hops } from '@netbox/core'
import type { CSSProperties } from 'react'
import { severityClass, Marker } from '../ui/glyphs/status-glyph.tsx'
import { AxisNumbers, GridLines, leftAt, percent, type Scale, scaleTo, span } from './scale.tsx'

type Hop = Hops['hops'][number]

/** One hop with the data of its drawing. */
interface DrawnHop {
  readonly hop: Hop
  /** The time in ms; a hop that did not answer has the time of the next hop that did. */
  readonly at: number
  /** The time of the hop before; undefined for the first one. */
  readonly before: number | undefined
  /** The name of the network on its first hop; undefined on its other hops. */
  readonly network: string | undefined
  /** Whether the line to this hop is dashed, because this hop or the one before did not answer; and that to the next one. */
  readonly isDashed: readonly [before: boolean, after: boolean]
  readonly isLast: boolean
}

/** Lays out the hops of a route, from the first one. */
export const layHops = (hops: readonly Hop[]): DrawnHop[] => {
  const times = hops.map((_, index) => hops.slice(index).find(({ median }) => median !== null)?.median)
  const lastKnown = times.findLast((time) => time !== undefined) ?? 0
  const isSilent = (index: number): boolean => hops[index]?.median === null
  return hops.map((hop, index) => ({
    hop,
    at: times[index] ?? lastKnown,
    before: index === 0 ? undefined : (times[index - 1] ?? lastKnown),
    network: hop.network === hops[index - 1]?.network ? undefined : hop.network,
    isDashed: [isSilent(index) || isSilent(index - 1), isSilent(index) || isSilent(index + 1)],
    isLast: index === hops.length - 1,
  }))
}

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

const timeOf = (time: number | null): string => (time === null ? '*' : time.toFixed(1))

const spreadOf = (times: readonly (number | null)[]): readonly [number, number] => {
  const known = times.filter((time) => time !== null)
  return [Math.min(...known), Math.max(...known)]
}

// The line consists of pieces with a border, in the color of the signal; `border-0` first, because a border is solid by default.
const PIECE = 'absolute -ml-px border-0 border-signal'

const style = (isDashed: boolean): string => (isDashed ? 'border-dashed' : 'border-solid')

/** The line down through a row: from `top` to `bottom`. */
const Down = ({ x, isDashed, className }: { x: number; isDashed: boolean; className: string }) => (
  <i className={`${PIECE} border-l-2 ${style(isDashed)} ${className}`} style={leftAt(x)} />
)

/** The line from the hop before to this one: across at the upper edge of the row, then down. To a silent hop, it goes down first. */
const Arrival = ({ drawn: { hop, at, before, isDashed }, scale }: { drawn: DrawnHop; scale: Scale }) => {
  if (before === undefined) return null
  const [from, to] = [percent(before, scale), percent(at, scale)]
  const isSilent = hop.median === null
  const isRight = isSilent === to < from
  const box: CSSProperties = { left: `${Math.min(from, to)}%`, width: `calc(${Math.abs(to - from)}% + 2px)` }
  return (
    <i
      className={`${PIECE} -top-px h-[calc(var(--mid)+2px)] ${isRight ? 'border-r-2' : 'border-l-2'} ${isSilent ? 'border-b-2' : 'border-t-2'} ${style(isDashed[0])}`}
      style={box}
    />
  )
}

const nodes = {
  first: 'size-3 rounded-full bg-signal',
  step: 'size-3 bg-signal',
  last: 'size-4 rounded-full border-3 border-signal bg-sheet',
  silent: 'size-3 border border-dashed border-control bg-sheet',
}

const nodeOf = ({ hop, isLast }: DrawnHop): string => {
  if (hop.median === null) return nodes.silent
  if (hop.hop === 1) return nodes.first
  return isLast ? nodes.last : nodes.step
}

const AT_LINE = 'absolute top-(--mid) -translate-y-1/2'

/** A note beside a node; on a narrow screen, there is no space for it. */
const Note = ({ place, words, strong }: { place: number; words: string; strong?: string }) => (
  <span
    className={`z-1 bg-sheet px-1.5 text-sm leading-5 whitespace-nowrap text-ink-2 max-lg:hidden ${AT_LINE} ${place > 55 ? '-translate-x-[calc(100%+12px)]' : 'translate-x-3.5'}`}
    style={leftAt(place)}
  >
    {strong === undefined ? null : <b className="font-mono font-medium text-ink">{strong} </b>}
    {words}
  </span>
)

const Point = ({ drawn, scale, step }: { drawn: DrawnHop; scale: Scale; step: number | undefined }) => {
  const { hop, at, isLast } = drawn
  const place = percent(at, scale)
  const [fastest, slowest] = spreadOf(hop.times)
  return (
    <>
      {hop.median === null ? null : (
        <i
          className={`${AT_LINE} ${hop.mark === undefined ? 'h-2 bg-signal-soft' : `h-1 bg-current ${severityClass[hop.mark]}`}`}
          style={span(percent(fastest, scale), percent(slowest, scale))}
        />
      )}
      <span className={`z-2 -translate-x-1/2 ring-3 ring-sheet ${AT_LINE} ${nodeOf(drawn)}`} style={leftAt(place)} />
      {hop.mark === undefined || hop.median === null ? null : (
        <span className={`z-1 w-4 translate-x-2 ${AT_LINE}`} style={leftAt(percent(slowest, scale))}>
          <Marker severity={hop.mark} />
        </span>
      )}
      {hop.median === null ? <Note place={place} words={isLast ? 'silent' : 'silent, later hops answer'} /> : null}
      {step === undefined ? null : <Note place={place} strong={`+${step.toFixed(1)} ms`} words="in one hop" />}
    </>
  )
}

const COLUMNS =
  'grid grid-cols-[22px_minmax(0,1fr)_auto] gap-x-2.5 lg:grid-cols-[28px_236px_minmax(0,1fr)_170px] lg:gap-x-4 xl:grid-cols-[34px_300px_minmax(0,1fr)_196px]'
const TIMES =
  'grid grid-cols-[repeat(3,5.2ch)] gap-x-1.5 text-right font-mono text-xs lg:grid-cols-3 lg:gap-x-2 lg:text-sm'

// The plot of a row; on a narrow screen, it is behind the words, with its line below them.
const PLOT = 'relative self-stretch max-lg:col-[2/-1] max-lg:row-[1/-1]'

// Words in front of the line.
const WORDS = 'z-1 bg-sheet max-lg:w-fit'

const Network = ({ drawn: { network = '', before, isDashed }, scale }: { drawn: DrawnHop; scale: Scale }) => {
  const [number = '', ...rest] = network.split(' ')
  return (
    <div className={`${COLUMNS} min-h-[38px] items-center border-t border-rule-2 text-sm text-ink-3`}>
      <span className={`col-[1/3] row-start-1 max-lg:col-[1/-1] ${WORDS}`}>
        <b className="mr-2.5 font-mono font-medium text-ink-2">{number}</b>
        {rest.join(' ')}
      </span>
      <div className={`${PLOT} lg:col-start-3`}>
        <GridLines scale={scale} />
        {before === undefined ? null : (
          <Down x={percent(before, scale)} isDashed={isDashed[0]} className="-top-px bottom-0" />
        )}
      </div>
    </div>
  )
}

const Row = ({ drawn, scale, step }: { drawn: DrawnHop; scale: Scale; step: number | undefined }) => {
  const { hop, at, isDashed, isLast } = drawn
  const quiet = hop.median === null ? 'quiet' : ''
  return (
    <div
      className={`${COLUMNS} border-t border-rule [--mid:calc(100%-12px)] max-lg:grid-rows-[auto_24px] lg:min-h-control lg:items-center lg:[--mid:50%]`}
    >
      <span className="text-right font-mono text-ui font-medium text-ink-3 max-lg:col-start-1 max-lg:row-start-1 max-lg:pt-2">
        {hop.hop}
      </span>
      <span
        className={`font-mono text-sm leading-ui font-medium wrap-anywhere max-lg:col-start-2 max-lg:row-start-1 max-lg:pt-2 max-lg:text-xs ${WORDS} ${quiet}`}
      >
        {hop.hostname ?? 'no reply'}
        <small className="block text-xs font-normal text-ink-3">{hop.ip ?? 'three probes, 1 s each'}</small>
      </span>
      <div className={PLOT}>
        <GridLines scale={scale} />
        <Arrival drawn={drawn} scale={scale} />
        {isLast ? null : <Down x={percent(at, scale)} isDashed={isDashed[1]} className="top-(--mid) bottom-0" />}
        <Point drawn={drawn} scale={scale} step={step} />
      </div>
      <span
        className={`max-lg:col-start-3 max-lg:row-start-1 max-lg:self-start max-lg:pt-2 ${TIMES} ${WORDS} ${quiet}`}
      >
        {hop.times.map((time, probe) => (
          // The three probes have no key except their order.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={probe}>{timeOf(time)}</span>
        ))}
      </span>
    </div>
  )
}

interface HopsPlotProps {
  readonly plot: Hops
  /** An additional maximum for the scale. */
  readonly most?: number | undefined
}

/** Draws the route hop by hop, grouped by network: the line moves right by the time of each hop. */
export const HopsPlot = ({ plot, most = 1 }: HopsPlotProps) => {
  const slowest = Math.max(most, ...plot.hops.flatMap(({ times }) => times.map((time) => time ?? 0)))
  const scale = scaleTo(slowest * 1.08, 5)
  const step = largestStep(plot.hops)
  return (
    <div>
      <div className={`${COLUMNS} h-[30px] items-center font-mono text-xs text-ink-3`}>
        <span className="text-right font-medium">Hop</span>
        <span>Name and address</span>
        <div className="relative self-stretch leading-8 max-lg:hidden [&>:last-child]:-translate-x-full">
          <AxisNumbers scale={scale} unit="ms" />
        </div>
        <span className={TIMES}>
          <span>time1</span>
          <span>time2</span>
          <span>time3</span>
        </span>
      </div>
      {layHops(plot.hops).map((drawn) => (
        <div key={drawn.hop.hop}>
          {drawn.network === undefined ? null : <Network drawn={drawn} scale={scale} />}
          <Row drawn={drawn} scale={scale} step={step?.hop === drawn.hop.hop ? step.by : undefined} />
        </div>
      ))}
    </div>
  )
}
