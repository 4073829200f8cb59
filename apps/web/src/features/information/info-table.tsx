import type { ReactNode } from 'react'
import * as tableStyles from '../../components/ui/table.module.css'
import * as styles from './information.module.css'

interface InfoTableProps {
  readonly label: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
  /** The first column with numbers. */
  readonly numbersFrom?: number
}

/** A table whose first column names its rows. If it is too wide, it scrolls. */
export const InfoTable = ({ label, head, rows, numbersFrom = Infinity }: InfoTableProps) => {
  const classOf = (at: number) => (at >= numbersFrom ? `${tableStyles.r} ${styles.r} ${tableStyles.m}` : undefined)
  return (
    <div className={styles.infoTable} role="region" aria-label={label} tabIndex={0}>
      <table className={tableStyles.tbl}>
        <caption className="vh">{label}</caption>
        <thead>
          <tr>
            {head.map((name, at) => (
              <th key={name} scope="col" className={classOf(at)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // The order of the rows never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row}>
              {cells.map((cell, at) =>
                at === 0 ? (
                  <th key={head[at]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={head[at]} className={classOf(at)}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
