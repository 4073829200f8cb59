import type { GaugePlot as Gauge } from '@netbox/core'
import { Marker } from '../ui/glyphs/status-glyph.tsx'
import { leftAt } from './scale.tsx'

const MARKS = [0, 25, 50, 75, 100]

const COLUMNS =
  'grid-cols-[18px_minmax(0,1fr)_auto] gap-x-2.5 gap-y-1 lg:grid-cols-[18px_200px_minmax(0,1fr)_84px_minmax(0,300px)] lg:gap-x-3'

const Part = ({ part, most }: { part: Gauge['parts'][number]; most: number }) => {
  const { label, points, of, note, severity } = part
  const share = (value: number) => ({ width: `${(value / most) * 100}%` })
  return (
    <li
      className={`grid min-h-control items-center ${COLUMNS} border-t border-rule py-2.5 text-ui wrap-anywhere lg:py-1.5`}
    >
      <span className="w-4">
        <Marker severity={severity} />
      </span>
      <span className="font-semibold">{label}</span>
      <span className="relative h-3.5 max-lg:col-[2/-1] max-lg:row-start-2">
        <i className="absolute inset-y-0 left-0 border border-dashed border-control" style={share(of)} />
        <i className="absolute inset-y-0 left-0 bg-signal" style={share(points)} />
      </span>
      <span className="text-right font-mono text-sm whitespace-nowrap text-ink-2">
        <b className="font-medium text-ink">{points}</b> of {of}
      </span>
      <span className="text-sm leading-ui text-ink-2 max-lg:col-[2/-1]">{note}</span>
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
      <div className="relative mx-3 h-[92px] before:absolute before:inset-x-0 before:top-[50px] before:h-0.5 before:text-control before:dashes-x">
        <i className="absolute top-[49px] left-0 h-1 bg-signal" style={{ width: `${at}%` }} />
        {MARKS.map((mark) => (
          <span
            key={mark}
            className="absolute top-[62px] -translate-x-1/2 font-mono text-xs leading-ui text-ink-3"
            style={leftAt(mark)}
          >
            {mark}
          </span>
        ))}
        <i className="absolute top-control left-[-7px] size-3.5 rounded-full bg-signal" />
        <span
          className="absolute top-[42px] size-4.5 -translate-x-1/2 rounded-full border-4 border-signal bg-sheet"
          style={leftAt(at)}
        >
          <b
            className={`absolute bottom-5 font-display text-xl leading-none font-medium tracking-head whitespace-nowrap lining-nums ${at > 80 ? '-right-1' : '-left-1'}`}
          >
            {value}{' '}
            <small className="font-sans text-ui font-normal tracking-normal text-ink-2">{wordsOf(value, label)}</small>
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
