import type { GaugePlot as Gauge } from '@netbox/core'
import { StatusGlyph } from '../ui/glyphs/status-glyph.tsx'
import { leftAt } from './place-style.ts'
import * as styles from './gauge-plot.module.css'

type Part = Gauge['parts'][number]

const MARKS = [0, 25, 50, 75, 100]

const Part = ({ part, most }: { part: Part; most: number }) => {
  const { label, points, of, note, severity } = part
  const share = (value: number) => ({ width: `${(value / most) * 100}%` })
  return (
    <li className={styles.gpart}>
      <StatusGlyph severity={severity} />
      <span className={styles.gl}>{label}</span>
      <span className={styles.gtrack}>
        <i className={styles.gof} style={share(of)} />
        <i className={styles.gis} style={share(points)} />
      </span>
      <span className={styles.gp}>
        <b>{points}</b> of {of}
      </span>
      <span className={styles.gn}>{note}</span>
    </li>
  )
}

// A label may repeat the number: `80 of 100`.
const wordsOf = (value: number, label: string): string =>
  label.startsWith(`${value} `) ? label.slice(`${value} `.length) : label

/** Draws a score on a line from 0 to 100 and, on the same scale, the points of every part; missing points are dashed. */
export const GaugePlot = ({ plot: { value, label, parts } }: { readonly plot: Gauge }) => {
  const at = Math.max(0, Math.min(100, value))
  return (
    <div>
      <div className={styles.gline}>
        <i className={styles.gdone} style={{ width: `${at}%` }} />
        {MARKS.map((mark) => (
          <span key={mark} className={styles.gtick} style={leftAt(mark)}>
            {mark}
          </span>
        ))}
        <i className={styles.gsrc} />
        <span className={`${styles.gat} ${at > 80 ? styles.late : ''}`} style={leftAt(at)}>
          <b>
            {value} <small>{wordsOf(value, label)}</small>
          </b>
        </span>
      </div>
      <ul>
        {parts.map((part) => (
          <Part key={part.label} part={part} most={Math.max(1, ...parts.map(({ of }) => of))} />
        ))}
      </ul>
    </div>
  )
}
