import type { Today } from '@netbox/contract'
import { DAY, MINUTE, severities, type Severity } from '@netbox/core'
import type { ComponentProps, ReactNode } from 'react'
import { StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { overviewTexts } from '../../texts/dashboard.ts'

/** A stack of marks in the line of a day: one mark for each run, at most five. */
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
  const span = halves * 30 * MINUTE
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

const LINE = 150
const STEP = 19
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24]

/** Formats the time until 00:00 UTC, when limits reset: `15 h 43 min`, rounded up, so that users don't return too early. */
export const untilMidnight = (now: Date): string => {
  const left = Math.ceil((DAY - (now.getTime() % DAY)) / MINUTE)
  const [hours, minutes] = [Math.floor(left / 60), left % 60]
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`
}

/** A text with a line around it in the color of the page, so that it can be read over the drawing. */
const Halo = ({ className, ...text }: ComponentProps<'text'>) => (
  <text
    {...text}
    className={`stroke-paper text-sm [paint-order:stroke] [stroke-linejoin:round] [stroke-width:6px] ${className}`}
  />
)

const percent = (at: number): string => `${at}%`

/** Draws content of a fixed size at a relative position. */
const At = ({ at, y, children }: { readonly at: number; readonly y: number; readonly children: ReactNode }) => (
  <svg x={percent(at)} y={y} width="1" height="1" overflow="visible">
    {children}
  </svg>
)

const Marks = ({ stack: { at, count, marks } }: { readonly stack: Stack }) => (
  <>
    <At at={at} y={LINE}>
      <rect x="-4" y="-4" width="8" height="8" fill="var(--color-signal)" />
    </At>
    {marks.map((severity, index) => (
      // The marks of one stack have no key except their order.
      // oxlint-disable-next-line react/no-array-index-key
      <At key={index} at={at} y={LINE - 10 - (index + 1) * STEP}>
        <svg x="-8" y="0" width="16" height="16">
          <StatusGlyph severity={severity} />
        </svg>
      </At>
    ))}
    {count > marks.length ? (
      <At at={at} y={LINE - 14 - marks.length * STEP}>
        <Halo className="fill-ink font-semibold" textAnchor="middle">
          {count}
        </Halo>
      </At>
    ) : null}
  </>
)

interface BatchProps {
  readonly at: number
  readonly addresses: number
  /** The number of marks below this one. */
  readonly below: number
}

const Batch = ({ at, addresses, below }: BatchProps) => (
  <At at={at} y={LINE - 34 - below * STEP}>
    <path d="M-11 0h22v16h-22zM-11 0l11 9 11-9" fill="var(--color-sheet)" stroke="var(--color-ink)" strokeWidth="1.6" />
    <path d="M0 16v18" stroke="var(--color-ink)" strokeWidth="1.2" />
    {below > 0 ? null : (
      <Halo className="fill-ink-2 max-lg:hidden" x="16" y="13">
        {overviewTexts.addresses(addresses)}
      </Halo>
    )}
  </At>
)

const Gap = ({ from, to }: { readonly from: number; readonly to: number }) => (
  <>
    <rect
      x={percent(from)}
      y={LINE - 3}
      width={percent(Math.max(0.2, to - from))}
      height="6"
      fill="var(--color-paper)"
    />
    {[from, to].map((edge) => (
      <At key={edge} at={edge} y={LINE}>
        <path d="M0 -9v18" stroke="var(--color-crit)" strokeWidth="2.4" />
      </At>
    ))}
  </>
)

const Axis = ({ now }: { readonly now: number }) => (
  <>
    <line x1="0" x2={percent(now)} y1={LINE} y2={LINE} stroke="var(--color-signal)" strokeWidth="2.4" />
    <line x1={percent(now)} x2="100%" y1={LINE} y2={LINE} stroke="var(--color-control)" strokeDasharray="5 5" />
    {HOURS.map((hour) => (
      <At key={hour} at={(hour * 100) / 24} y={LINE + 14}>
        <path d="M0 0v5" stroke="var(--color-rule-2)" />
        <text
          className={`fill-ink-3 font-mono text-xs ${hour % 6 === 0 ? '' : 'max-lg:hidden'}`}
          y="22"
          textAnchor={hour === 0 ? 'start' : hour === 24 ? 'end' : 'middle'}
        >
          {hour % 24 === 0 ? `${String(hour).padStart(2, '0')}:00` : String(hour).padStart(2, '0')}
        </text>
      </At>
    ))}
    <At at={0} y={LINE}>
      <circle r="7" fill="var(--color-signal)" />
    </At>
    <At at={100} y={LINE}>
      <circle r="9" fill="var(--color-sheet)" stroke="var(--color-signal)" strokeWidth="2.6" />
      <circle r="3.4" fill="var(--color-signal)" />
    </At>
  </>
)

const minutesOf = ({ from, to }: Today['down'][number]): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / MINUTE)

const longest = (down: Today['down']) =>
  down.toSorted((one, other) => minutesOf(other) - minutesOf(one)).find((gap) => minutesOf(gap) > 0)

interface DayProps {
  readonly today: Today
  /** The number of half hours in a stack. */
  readonly halves: number
}

const Day = ({ today, halves }: DayProps) => {
  const now = placeInDay(today.now)
  const gap = longest(today.down)
  // The marks of the current half hour must not be in the future, because its runs have ended.
  const stacks = stacksOf(today.runs, halves).map((stack) => ({ ...stack, at: Math.min(stack.at, now) }))
  const below = (at: number): number => {
    const near = stacks.find((stack) => Math.abs(stack.at - at) < 2 * halves)
    return near === undefined ? 0 : near.marks.length + (near.count > near.marks.length ? 1 : 0)
  }
  return (
    <svg
      className={`overflow-visible font-sans ${halves === 1 ? 'block max-lg:hidden' : 'hidden max-lg:block'}`}
      width="100%"
      height={LINE + 44}
      aria-hidden="true"
    >
      <Axis now={now} />
      {today.down.map(({ from, to }) => (
        // The end of a gap at midnight is 100 per cent, not the 0 per cent of the next day.
        <Gap key={from} from={placeInDay(from)} to={placeInDay(to) || 100} />
      ))}
      {gap === undefined ? null : (
        <At at={placeInDay(gap.from)} y={LINE + 14}>
          <Halo className="fill-crit font-semibold" y="-1" textAnchor="middle">
            {overviewTexts.down(minutesOf(gap))}
          </Halo>
        </At>
      )}
      <At at={now} y={0}>
        <path d={`M0 0v${LINE + 10}`} stroke="var(--color-ink)" strokeWidth="1.4" />
        <text
          className="fill-ink text-sm font-semibold"
          x={now > 80 ? -7 : 7}
          y="11"
          textAnchor={now > 80 ? 'end' : 'start'}
        >
          {overviewTexts.now(today.now.slice(11, 16))}
        </text>
      </At>
      {stacks.map((stack) => (
        <Marks key={stack.at} stack={stack} />
      ))}
      {today.verifications.map(({ at, addresses }) => (
        <Batch key={at} at={placeInDay(at)} addresses={addresses} below={below(placeInDay(at))} />
      ))}
    </svg>
  )
}

/** The runs of the day as rows, for users who can't see the figure. */
const DayTable = ({ runs }: Pick<Today, 'runs'>) => (
  <table className="border-collapse text-left text-ui tabular-nums">
    <thead>
      <tr>
        {[overviewTexts.from, ...severities.map((severity) => overviewTexts.severity[severity])].map((name) => (
          <th key={name} className="border-b border-rule py-1 pr-6 font-semibold" scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {runs.map((half) => (
        <tr key={half.start}>
          <th className="border-b border-rule py-1 pr-6 font-normal" scope="row">
            {half.start.slice(11, 16)}
          </th>
          {severities.map((severity) => (
            <td key={severity} className="border-b border-rule py-1 pr-6">
              {half[severity]}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

interface DayFrameProps {
  readonly now: Date
  readonly children: ReactNode
  /** The runs as rows. Without them, the frame still reserves their space. */
  readonly table?: ReactNode
}

/**
 * The frame of the figure: its caption, and the space of its parts. It is the same while the day loads, so that nothing moves afterwards.
 */
export const DayFrame = ({ now, children, table }: DayFrameProps) => (
  <figure className="mt-7 mb-6">
    <figcaption className="mb-2.5 flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 text-ui text-ink-2">
      <b className="font-display text-base font-medium text-ink">Fig. 1</b> {overviewTexts.dayCaption}
      <span className="ml-auto">{overviewTexts.reset(untilMidnight(now))}</span>
    </figcaption>
    <div className="h-[194px]">{children}</div>
    <div className="min-h-[calc(1lh+8px)] text-ui">{table}</div>
  </figure>
)

/** The current UTC day as a line: each mark is a run, an envelope a verification, a gap is downtime, dashes are the rest of the day. */
export const DayFigure = ({ today }: { readonly today: Today }) => (
  <DayFrame
    now={new Date(today.now)}
    table={
      today.runs.length === 0 ? null : (
        <details>
          <summary className="w-max cursor-pointer py-1 text-signal">{overviewTexts.asTable}</summary>
          <DayTable runs={today.runs} />
        </details>
      )
    }
  >
    <Day today={today} halves={1} />
    <Day today={today} halves={2} />
  </DayFrame>
)
