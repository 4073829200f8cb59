import type { Figure } from '@netbox/core'
import { Breakable } from './whole-words.tsx'
import * as styles from './report.module.css'

/**
 * Returns the class of a key figure: numbers and words use the display font, longer words in a smaller size. Addresses, names and dates use
 * the monospaced font, long ones in a smaller size.
 */
export const figureClass = (value: string): '' | 'words' | 'machine' | 'machine long' => {
  if (/^[+-]?[\d.,]{1,9}$/.test(value) && !/\..*\./.test(value)) return ''
  const isMachine = !/\s/.test(value) && (/\d{10}|\d-\d|[.:@/_]/.test(value) || value.length > 22)
  if (isMachine) return value.length > 18 ? 'machine long' : 'machine'
  return value.length > 12 ? 'words' : ''
}

/** Shows the two to four key figures of a report. */
export const KeyFigures = ({ figures, id }: { readonly figures: readonly Figure[]; readonly id: string }) => (
  <dl className={styles.figs} data-count={figures.length} id={id}>
    {figures.map(({ label, value, unit, note }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd data-kind={figureClass(value)}>
          <Breakable text={value} />
          {unit === undefined ? null : <small> {unit}</small>}
        </dd>
        {note === undefined ? null : (
          <dd className={styles.note}>
            <Breakable text={note} />
          </dd>
        )}
      </div>
    ))}
  </dl>
)
