import type { GaugePlot as Gauge } from '@netbox/core'
import { StatusGlyph } from '../ui/glyphs/status-glyph.tsx'
import { leftAt } from './place-style.ts'
import './gauge-plot.css'

type Part = Gauge['parts'][number]

const MARKS = [0, 25, 50, 75, 100]

const Part = ({ part, most }: { part: Part; most: number }) => {
  const { label, points, of, note, severity } = part
  const share = (value: number) => ({ width: `${(value / most) * 100}%` })
  return (
    <li className="gpart">
      <StatusGlyph severity={severity} />
      <span className="gl">{label}</span>
      <span className="gtrack">
        <i className="gof" style={share(of)} />
        <i className="gis" style={share(points)} />
      </span>
      <span className="gp">
        <b>{points}</b> of {of}
      </span>
      <span className="gn">{note}</span>
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
    <div className="gauge">
      <div className="gline">
        <i className="gdone" style={{ width: `${at}%` }} />
        {MARKS.map((mark) => (
          <span key={mark} className="gtick" style={leftAt(mark)}>
            {mark}
          </span>
        ))}
        <i className="gsrc" />
        <span className={`gat ${at > 80 ? 'late' : ''}`} style={leftAt(at)}>
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
