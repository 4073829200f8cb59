import type { TimelinePlot as Timeline } from '@netbox/core'
import { StatusGlyph, severityClass } from '../ui/glyphs/status-glyph.tsx'
import { properties } from './place-style.ts'
import { type Instant, layTimeline } from './timeline-layout.ts'
import * as styles from './timeline-plot.module.css'

const keyOf = ({ label, time }: Instant): string => `${time} ${label ?? ''}`

const Sign = ({ severity }: Pick<Instant, 'severity'>) =>
  severity === undefined ? <i className={styles.tdot} /> : <StatusGlyph severity={severity} />

const toneOf = ({ severity }: Instant): string =>
  severity === 'critical' || severity === 'warning' ? severityClass[severity] : ''

const Mark = ({ instant }: { instant: Instant }) => (
  <>
    <i className={styles.tstem} style={properties({ x: `${instant.x}%`, lane: instant.lane })} />
    <span className={styles.tmark} style={properties({ x: `${instant.x}%` })}>
      <Sign severity={instant.severity} />
    </span>
  </>
)

// The style sheet uses the position only if a horizontal line fits; where space is narrow, the list is plain.
const Words = ({ instant }: { instant: Instant }) => (
  <li
    className={instant.isBefore ? `${styles.twords} ${styles.before}` : styles.twords}
    style={properties({ x: `${instant.x}%`, lane: instant.lane })}
  >
    <span className={styles.tsmall}>
      <Sign severity={instant.severity} />
    </span>
    <b className={toneOf(instant)}>{instant.label ?? 'Now'}</b>
    <time dateTime={instant.time}>{instant.shown}</time>
    <small>{instant.label === undefined ? 'the clock of the world' : instant.distance}</small>
  </li>
)

/** Draws instants on a time line: the past is solid, the future dashed. */
export const TimelinePlot = ({ plot }: { readonly plot: Timeline }) => {
  const { instants, now, lanes } = layTimeline(plot)
  return (
    <div className={styles.timeline} style={properties({ lanes })}>
      <div className={styles.tline}>
        <i className={styles.tdone} style={{ width: `${now}%` }} />
        {instants.map((instant) => (
          <Mark key={keyOf(instant)} instant={instant} />
        ))}
      </div>
      <ol>
        {instants.map((instant) => (
          <Words key={keyOf(instant)} instant={instant} />
        ))}
      </ol>
    </div>
  )
}
