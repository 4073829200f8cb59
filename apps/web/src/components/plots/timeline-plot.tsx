import type { TimelinePlot as Timeline } from '@netbox/core'
import { StatusGlyph, severityClass } from '../ui/glyphs/status-glyph.tsx'
import { type Instant, layTimeline } from './timeline-layout.ts'
import './timeline-plot.css'

const NOW = 'Now'

const Mark = ({ instant }: { instant: Instant }) => (
  <span className={instant.severity === undefined ? 'tmark now' : 'tmark'} style={{ left: `${instant.x}%` }}>
    {instant.severity === undefined ? null : <StatusGlyph severity={instant.severity} />}
  </span>
)

const Words = ({ instant }: { instant: Instant }) => (
  <li
    className={`twords lane${instant.lane}`}
    // Read by the style sheet where there is room for a line across; on a narrow screen the list is plain.
    style={{ '--x': `${instant.left}%`, '--stem': `${instant.x}%`, '--lane': instant.lane } as React.CSSProperties}
  >
    <span className="tsmall">
      {instant.severity === undefined ? <i className="tdot" /> : <StatusGlyph severity={instant.severity} />}
    </span>
    <b
      className={
        instant.severity === 'critical' || instant.severity === 'warning' ? severityClass[instant.severity] : ''
      }
    >
      {instant.label ?? NOW}
    </b>
    <time dateTime={instant.time}>{instant.shown}</time>
    <small>{instant.label === undefined ? 'the clock of the world' : instant.distance}</small>
  </li>
)

/** Draws instants on a line of time: what has been is drawn through, what is to come is dashed. */
export const TimelinePlot = ({ plot }: { readonly plot: Timeline }) => {
  const { instants, now, lanes } = layTimeline(plot)
  return (
    <div className="timeline" style={{ '--lanes': lanes } as React.CSSProperties}>
      <div className="tline">
        <i className="tdone" style={{ width: `${now}%` }} />
        {instants.map((instant) => (
          <i
            key={instant.time + instant.shown}
            className="tstem"
            style={{ left: `${instant.x}%`, '--lane': instant.lane } as React.CSSProperties}
          />
        ))}
        {instants.map((instant) => (
          <Mark key={instant.time + (instant.label ?? NOW)} instant={instant} />
        ))}
      </div>
      <ol>
        {instants.map((instant) => (
          <Words key={instant.time + (instant.label ?? NOW)} instant={instant} />
        ))}
      </ol>
    </div>
  )
}
