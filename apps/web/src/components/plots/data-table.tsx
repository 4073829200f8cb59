/** A table as rows of text. The first column names its row. */
export interface TableData {
  readonly columns: readonly { readonly label: string; readonly isNumber?: boolean }[]
  readonly rows: readonly (readonly string[])[]
}

interface DataTableProps extends TableData {
  /** The name of the table, for readers who do not see the text above it. */
  readonly name: string
}

/** Returns whether a value is prose: at least three words, the first of which starts with a capital letter. */
export const isProse = (text: string): boolean => /^[A-Z][^\s:=]* \S+ \S/.test(text)

const sideOf = (isNumber: boolean | undefined): string =>
  isNumber === true ? 'text-right max-md:pr-0 md:pr-5 md:pl-3 md:last:pr-0' : ''

// Machine-readable values use the monospaced font, and sentences use the text font.
const fontOf = (text: string | undefined): string => (isProse(text ?? '') ? 'font-sans text-ui' : 'font-mono text-sm')

const STACKED = 'max-md:flex max-md:justify-between max-md:gap-4 max-md:border-0 max-md:px-0 max-md:py-px'

/** Shows rows of text; on a narrow screen each row becomes a stack with headings next to the values. */
export const DataTable = ({ name, columns, rows }: DataTableProps) => (
  <table className="data-table">
    <caption className="vh">{name}</caption>
    <thead className="max-md:sr-only">
      <tr>
        {columns.map(({ label, isNumber }) => (
          <th key={label} scope="col" className={sideOf(isNumber)}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((cells, index) => (
        <tr
          // Rows have no key except their order, which never changes.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className="max-md:block max-md:border-b max-md:border-rule max-md:py-2.5 max-md:first:border-t"
        >
          {columns.map(({ label, isNumber }, at) =>
            at === 0 ? (
              <th key={label} scope="row" className={`${STACKED} ${sideOf(isNumber)} max-md:text-left`}>
                {cells[at]}
              </th>
            ) : (
              <td
                key={label}
                className={`leading-ui wrap-anywhere max-md:text-right ${STACKED} ${sideOf(isNumber)} ${fontOf(cells[at])}`}
              >
                <span className="flex-none font-sans text-sm text-ink-3 md:hidden">{label}</span>
                {cells[at]}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
)
