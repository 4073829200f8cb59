import type { ReactNode } from 'react'

interface InfoTableProps {
  readonly label: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
  /** The first column with numbers. */
  readonly numbersFrom?: number
}

/** A table whose first column names its rows. If it is too wide, it scrolls. */
export const InfoTable = ({ label, head, rows, numbersFrom = Infinity }: InfoTableProps) => {
  const look = (at: number) => (at >= numbersFrom ? 'r m' : undefined)
  return (
    <div className="info-table" role="region" aria-label={label} tabIndex={0}>
      <table className="tbl">
        <caption className="vh">{label}</caption>
        <thead>
          <tr>
            {head.map((name, at) => (
              <th key={name} scope="col" className={look(at)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // Rows never move.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row}>
              {cells.map((cell, at) =>
                at === 0 ? (
                  <th key={head[at]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={head[at]} className={look(at)}>
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
