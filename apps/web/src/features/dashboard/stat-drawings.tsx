import type { Stats } from '@netbox/contract'
import * as styles from './stat-cards.module.css'

const WIDTH = 100
const HEIGHT = 34

/** Draws one bar for each day, the current one in full color. */
export const Bars = ({ counts }: { readonly counts: readonly number[] }) => {
  const most = Math.max(1, ...counts)
  const step = WIDTH / counts.length
  return (
    <svg className={styles.bars} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {counts.map((count, day) => {
        // A day without runs is a thin line, not a gap.
        const height = Math.max(1, (count / most) * HEIGHT)
        return (
          <rect
            // The days have no key except their order.
            // oxlint-disable-next-line react/no-array-index-key
            key={day}
            x={day * step}
            y={HEIGHT - height}
            width={step * 0.78}
            height={height}
            fill={day === counts.length - 1 ? 'var(--signal)' : 'var(--signal-soft)'}
          />
        )
      })}
    </svg>
  )
}

/** A dashed line, for missing data. */
export const Dashes = () => (
  <svg
    className={`${styles.bars} ${styles.way}`}
    viewBox="0 0 200 34"
    fill="none"
    stroke="var(--control)"
    aria-hidden="true"
  >
    <path d="M12 17h58" strokeWidth="1.5" strokeDasharray="4 4" />
    <circle cx="6" cy="17" r="5" strokeWidth="1.5" strokeDasharray="3 2.5" />
    <circle cx="76" cy="17" r="5" strokeWidth="1.5" strokeDasharray="3 2.5" />
  </svg>
)

const PITCH = 20

const Node = ({ state, at }: { readonly state: string; readonly at: number }) => {
  if (state === 'completed') return <circle cx={at} cy="17" r="5" fill="var(--signal)" stroke="none" />
  if (state === 'failed') return <path d={`M${at - 5} 12l10 10M${at + 5} 12l-10 10`} stroke="var(--crit)" />
  const isMoving = state === 'in_progress'
  return <circle cx={at} cy="17" r="5" stroke="var(--control)" {...(isMoving ? {} : { strokeDasharray: '3 2.5' })} />
}

/** A node for each request: filled if it has succeeded, a ring if it is in progress, dashed if it is pending, a cross if it has failed. */
export const Nodes = ({ states }: { readonly states: readonly string[] }) => (
  <svg className={`${styles.bars} ${styles.way}`} viewBox="0 0 200 34" fill="none" strokeWidth="1.5" aria-hidden="true">
    {states.map((state, index) => (
      // The requests have no key except their order.
      // oxlint-disable-next-line react/no-array-index-key
      <Node key={index} state={state} at={6 + index * PITCH} />
    ))}
  </svg>
)

/** A bar for each day since the service began: full if it responded in every minute. The top of a bar shows the missing minutes. */
export const Days = ({ days }: { readonly days: Stats['uptime_days'] }) => {
  const step = WIDTH / Math.max(14, days.length)
  return (
    <svg className={styles.bars} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {days.map(({ day, up, minutes }, index) => {
        // The minimum height makes even a single missing minute visible.
        const missing = up >= minutes ? 0 : Math.max(5, ((minutes - up) / minutes) * HEIGHT)
        const place = { x: index * step, width: step * 0.78 }
        return (
          <g key={day}>
            <rect
              {...place}
              y={missing === 0 ? 0 : missing + 2}
              height={Math.max(0, HEIGHT - missing - 2)}
              fill="var(--pass)"
            />
            {missing === 0 ? null : <rect {...place} y="0" height={missing} fill="var(--crit)" />}
          </g>
        )
      })}
    </svg>
  )
}
