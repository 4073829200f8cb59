import { type ListPlot as List, severityWords } from '@netbox/core'
import { StatusGlyph, severityClass } from '../ui/glyphs/status-glyph.tsx'
import * as styles from './list-plot.module.css'

type Item = List['items'][number]

// The number of rows from which two columns are easier to read, for short answers.
const MANY = 8
const SHORT = 24

const isWrong = ({ severity }: Item): boolean => severity === 'critical' || severity === 'warning'

/** Draws each entry as a line, up to the marker of its value. */
export const ListPlot = ({ plot: { items } }: { readonly plot: List }) => {
  const isShort = items.length >= MANY && items.every(({ value }) => value.length <= SHORT)
  return (
    <ul className={isShort ? `${styles.asked} ${styles.two}` : styles.asked}>
      {items.map((item) => (
        <li key={item.label} className={isWrong(item) ? severityClass[item.severity] : ''}>
          <b>{item.label}</b>
          <i className={styles.aline} />
          <StatusGlyph severity={item.severity} />
          <span className="vh">{severityWords[item.severity].label}: </span>
          <span className={styles.aval}>{item.value}</span>
        </li>
      ))}
    </ul>
  )
}
