import type { TimelinePlot as Timeline } from '@netbox/core'
import { severityClass, Marker } from '../ui/glyphs/status-glyph.tsx'
import { properties } from './scale.tsx'
import { type Instant, layTimeline } from './plot-data.ts'

const keyOf = ({ label, time }: Instant): string => `${time} ${label ?? ''}`

const Sign = ({ severity }: Pick<Instant, 'severity'>) =>
  severity === undefined ? <i className="block size-4.5 rounded-full bg-signal" /> : <Marker severity={severity} />

const toneOf = ({ severity }: Instant): string =>
  severity === 'critical' || severity === 'warning' ? severityClass[severity] : ''

// Without the space for a horizontal line, the line runs down the list from one instant to the next.
const DOWN =
  'before:absolute before:top-5 before:-bottom-4 before:left-2 before:w-0.5 last:before:hidden xl:before:hidden'

// In a list, and at its place on the horizontal line.
const LISTED = 'max-xl:relative max-xl:grid-cols-[18px_minmax(0,1fr)] max-xl:gap-x-3.5 max-xl:py-2 max-xl:wrap-anywhere'
const PLACED =
  'xl:absolute xl:top-[calc(12px+var(--lane)*72px)] xl:left-(--x) xl:bg-sheet xl:pl-px xl:whitespace-nowrap'

const Words = ({ instant, isPast }: { instant: Instant; isPast: boolean }) => (
  <li
    className={`grid text-ui leading-5 ${LISTED} ${PLACED} ${DOWN} ${isPast ? 'before:bg-signal' : 'before:text-signal-soft before:dashes-y'} ${instant.isBefore ? 'xl:-translate-x-full xl:text-right' : ''}`}
    style={properties({ x: `${instant.x}%`, lane: instant.lane })}
  >
    <span className="z-1 row-span-3 self-start bg-sheet xl:hidden">
      <Sign severity={instant.severity} />
    </span>
    <b className={`font-semibold ${toneOf(instant)}`}>{instant.label ?? 'Now'}</b>
    <time className="font-mono text-sm leading-5 text-ink-2" dateTime={instant.time}>
      {instant.shown}
    </time>
    <small className="text-sm leading-ui text-ink-3">
      {instant.label === undefined ? 'the clock of the world' : instant.distance}
    </small>
  </li>
)

/** Draws instants on a time line: the past is solid, the future dashed. */
export const TimelinePlot = ({ plot }: { readonly plot: Timeline }) => {
  const { instants, now, lanes } = layTimeline(plot)
  const present = instants.findIndex(({ label }) => label === undefined)
  return (
    <div className="relative xl:h-[calc(40px+var(--lanes)*72px)]" style={properties({ lanes })}>
      <div className="relative mx-2.5 h-5 before:absolute before:inset-x-0 before:top-[9px] before:h-0.5 before:text-signal-soft before:dashes-x max-xl:hidden">
        <i className="absolute top-2 left-0 h-1 bg-signal" style={{ width: `${now}%` }} />
        {instants.map((instant) => (
          <span key={keyOf(instant)} style={properties({ x: `${instant.x}%`, lane: instant.lane })}>
            <i className="absolute top-5 left-(--x) h-[calc(12px+var(--lane)*72px)] border-l border-rule-2" />
            <span className="absolute top-px left-(--x) size-4.5 -translate-x-1/2 bg-sheet">
              <Sign severity={instant.severity} />
            </span>
          </span>
        ))}
      </div>
      <ol className="relative xl:mx-2.5">
        {instants.map((instant, at) => (
          <Words key={keyOf(instant)} instant={instant} isPast={at < present} />
        ))}
      </ol>
    </div>
  )
}
