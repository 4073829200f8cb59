import type { Today } from '@netbox/contract'
import { severities } from '@netbox/core'
import type { ReactNode } from 'react'
import { StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { overviewTexts } from '../../texts/overview.ts'
import { placeInDay, type Stack, stacksOf } from './day-trace.ts'
import { untilMidnight } from './greeting.ts'
import * as styles from './day-figure.module.css'

const LINE = 150
const STEP = 19
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24]
const MINUTE = 60_000

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
      <rect x="-4" y="-4" width="8" height="8" fill="var(--signal)" />
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
        <text className={styles.strong} textAnchor="middle">
          {count}
        </text>
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
    <path d="M-11 0h22v16h-22zM-11 0l11 9 11-9" fill="var(--sheet)" stroke="var(--ink)" strokeWidth="1.6" />
    <path d="M0 16v18" stroke="var(--ink)" strokeWidth="1.2" />
    {below > 0 ? null : (
      <text className={styles.halo} x="16" y="13">
        {overviewTexts.addresses(addresses)}
      </text>
    )}
  </At>
)

const Gap = ({ from, to }: { readonly from: number; readonly to: number }) => (
  <>
    <rect x={percent(from)} y={LINE - 3} width={percent(Math.max(0.2, to - from))} height="6" fill="var(--paper)" />
    {[from, to].map((edge) => (
      <At key={edge} at={edge} y={LINE}>
        <path d="M0 -9v18" stroke="var(--crit)" strokeWidth="2.4" />
      </At>
    ))}
  </>
)

const Axis = ({ now }: { readonly now: number }) => (
  <>
    <line x1="0" x2={percent(now)} y1={LINE} y2={LINE} stroke="var(--signal)" strokeWidth="2.4" />
    <line x1={percent(now)} x2="100%" y1={LINE} y2={LINE} stroke="var(--control)" strokeDasharray="5 5" />
    {HOURS.map((hour) => (
      <At key={hour} at={(hour * 100) / 24} y={LINE + 14}>
        <path d="M0 0v5" stroke="var(--rule-2)" />
        <text
          className={hour % 6 === 0 ? styles.hour : `${styles.hour} ${styles.between}`}
          y="22"
          textAnchor={hour === 0 ? 'start' : hour === 24 ? 'end' : 'middle'}
        >
          {hour % 24 === 0 ? `${String(hour).padStart(2, '0')}:00` : String(hour).padStart(2, '0')}
        </text>
      </At>
    ))}
    <At at={0} y={LINE}>
      <circle r="7" fill="var(--signal)" />
    </At>
    <At at={100} y={LINE}>
      <circle r="9" fill="var(--sheet)" stroke="var(--signal)" strokeWidth="2.6" />
      <circle r="3.4" fill="var(--signal)" />
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
      className={halves === 1 ? styles.dayfig : `${styles.dayfig} ${styles.narrow}`}
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
          <text className={`${styles.halo} crit`} y="-1" textAnchor="middle">
            {overviewTexts.down(minutesOf(gap))}
          </text>
        </At>
      )}
      {stacks.map((stack) => (
        <Marks key={stack.at} stack={stack} />
      ))}
      {today.verifications.map(({ at, addresses }) => (
        <Batch key={at} at={placeInDay(at)} addresses={addresses} below={below(placeInDay(at))} />
      ))}
      <At at={now} y={0}>
        <path d={`M0 0v${LINE + 10}`} stroke="var(--ink)" strokeWidth="1.4" />
        <text className={styles.strong} x={now > 80 ? -7 : 7} y="11" textAnchor={now > 80 ? 'end' : 'start'}>
          {overviewTexts.now(today.now.slice(11, 16))}
        </text>
      </At>
    </svg>
  )
}

/** The runs of the day as rows, for users who can't see the figure. */
const DayTable = ({ runs }: Pick<Today, 'runs'>) => (
  <table className={styles.daytable}>
    <thead>
      <tr>
        <th scope="col">{overviewTexts.from}</th>
        {severities.map((severity) => (
          <th key={severity} scope="col">
            {overviewTexts.severity[severity]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {runs.map((half) => (
        <tr key={half.start}>
          <th scope="row">{half.start.slice(11, 16)}</th>
          {severities.map((severity) => (
            <td key={severity}>{half[severity]}</td>
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
  <figure className={styles.day}>
    <figcaption>
      <b>Fig. 1</b> {overviewTexts.dayCaption}
      <span className={styles.reset}>{overviewTexts.reset(untilMidnight(now))}</span>
    </figcaption>
    <div className={styles.drawing}>{children}</div>
    <div className={styles.behind}>{table}</div>
  </figure>
)

/** The current UTC day as a trace: each mark is a run, an envelope a verification, a gap is downtime, dashes are the rest of the day. */
export const DayFigure = ({ today }: { readonly today: Today }) => (
  <DayFrame
    now={new Date(today.now)}
    table={
      today.runs.length === 0 ? null : (
        <details>
          <summary>{overviewTexts.asTable}</summary>
          <DayTable runs={today.runs} />
        </details>
      )
    }
  >
    <Day today={today} halves={1} />
    <Day today={today} halves={2} />
  </DayFrame>
)
