import { isProse } from './is-prose.ts'
import * as tableStyles from '../ui/table.module.css'
import * as styles from './data-table.module.css'

/** A table as rows of text. The first column names its row. */
export interface TableData {
  readonly columns: readonly { readonly label: string; readonly isNumber?: boolean }[]
  readonly rows: readonly (readonly string[])[]
}

interface DataTableProps extends TableData {
  /** The name of the table, for readers who do not see the text above it. */
  readonly name: string
}

const classOf = (isNumber: boolean | undefined): string =>
  isNumber === true ? `${tableStyles.r} ${styles.r} mono` : ''

// Machine-readable values use the monospaced font, and sentences use the text font.
const toneOf = (text: string | undefined): string | undefined => (isProse(text ?? '') ? styles.prose : '')

/** Shows rows of text; on a narrow screen each row becomes a stack with headings next to the values. */
export const DataTable = ({ name, columns, rows }: DataTableProps) => (
  <table className={`${tableStyles.tbl} ${styles.stack}`}>
    <caption className="vh">{name}</caption>
    <thead>
      <tr>
        {columns.map(({ label, isNumber }) => (
          <th key={label} scope="col" className={classOf(isNumber)}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((cells, index) => (
        // Rows have no key except their order, which never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <tr key={index}>
          {columns.map(({ label, isNumber }, at) =>
            at === 0 ? (
              <th key={label} scope="row" className={classOf(isNumber)}>
                {cells[at]}
              </th>
            ) : (
              <td key={label} className={`${classOf(isNumber)} ${toneOf(cells[at])}`} data-head={label}>
                {cells[at]}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
)
