import type { LatencyPlot as Latency } from '@netbox/core'
import { StatusGlyph } from '../ui/glyphs/status-glyph.tsx'
import { inMilliseconds, percent, type Scale, scaleTo } from './scale.tsx'

type Packet = Latency['packets'][number]

const averageOf = (packets: readonly Packet[]): number | undefined => {
  const times = packets.flatMap(({ time }) => (time === null ? [] : [time]))
  return times.length === 0 ? undefined : times.reduce((sum, time) => sum + time, 0) / times.length
}

const LABEL = 'absolute left-px -translate-x-1/2 bg-sheet px-0.5'

const Stem = ({ packet: { sequence, time }, scale }: { packet: Packet; scale: Scale }) => (
  <li className="relative flex items-end justify-center">
    {time === null ? (
      <span className="relative h-full w-0.5 text-crit dashes-y">
        <b className={`bottom-[calc(100%+10px)] text-sm leading-head font-semibold ${LABEL}`}>lost</b>
        <span className="absolute -top-2 -left-2 size-4.5">
          <StatusGlyph severity="critical" />
        </span>
      </span>
    ) : (
      <span
        className="relative w-0.5 bg-signal before:absolute before:-top-px before:-left-1 before:size-2.5 before:bg-signal md:before:-left-[5px] md:before:size-3"
        style={{ height: `${percent(time, scale)}%` }}
      >
        <b className={`bottom-[calc(100%+4px)] font-mono text-xs leading-ui font-medium max-md:tracking-hero ${LABEL}`}>
          {inMilliseconds(time)}
        </b>
      </span>
    )}
    <small className="absolute top-[calc(100%+6px)] font-mono text-xs leading-ui text-ink-3">{sequence}</small>
  </li>
)

interface LatencyPlotProps {
  readonly plot: Latency
  /** An additional maximum for the scale. */
  readonly most?: number | undefined
}

/** Draws one stem for each packet from zero, with its time on top; a lost packet is a dashed stem that ends in a cross. */
export const LatencyPlot = ({ plot: { packets }, most = 1 }: LatencyPlotProps) => {
  const scale = scaleTo(Math.max(most, ...packets.map(({ time }) => time ?? 0)) * 1.05, 5)
  const average = averageOf(packets)
  return (
    <div className="relative h-[240px] md:h-[300px]">
      <div className="absolute top-label right-0 bottom-7 left-[34px] md:right-[92px] md:left-control">
        <div data-scale>
          {scale.ticks.map((tick) => (
            <span
              key={tick}
              className="absolute inset-x-0 border-b border-plot-grid first:border-rule-2"
              style={{ bottom: `${percent(tick, scale)}%` }}
            >
              <small className="absolute -top-2 right-[calc(100%+10px)] font-mono text-xs leading-4 text-ink-3">
                {tick}
              </small>
            </span>
          ))}
        </div>
        {average === undefined ? null : (
          <i
            className="absolute right-0 left-0 border-0 border-t border-dashed border-ink-3 md:-right-2"
            style={{ bottom: `${percent(average, scale)}%` }}
          >
            <b className="absolute -top-2.5 left-[calc(100%+6px)] w-[78px] text-sm leading-ui font-normal text-ink-2 not-italic max-md:hidden">
              average {inMilliseconds(average)}
            </b>
          </i>
        )}
        <ol className="relative grid h-full auto-cols-fr grid-flow-col">
          {packets.map((packet) => (
            <Stem key={packet.sequence} packet={packet} scale={scale} />
          ))}
        </ol>
      </div>
    </div>
  )
}
