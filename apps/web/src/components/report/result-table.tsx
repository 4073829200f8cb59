import { DataTable } from '../plots/data-table.tsx'
import { isProse } from '../plots/is-prose.ts'
import { Breakable } from './whole-words.tsx'
import { type ResultBlock, resultBlocks } from './result-blocks.ts'
import { reportTexts } from '../../texts/report.ts'
import * as reportStyles from './report.module.css'
import * as styles from './result-table.module.css'

const LONG = 44

// A long value takes a whole row, so that it needs fewer lines.
const isLong = (values: readonly string[]): boolean => values.some((value) => value.length > LONG)

const Block = ({ block }: { block: ResultBlock }) =>
  block.kind === 'table' ? (
    <div className={styles.rblock}>
      <h3>{block.label}</h3>
      <DataTable name={block.label} columns={block.columns} rows={block.rows} />
    </div>
  ) : (
    <dl className={styles.fields}>
      {block.fields.map(({ label, values }) => (
        <div key={label} className={isLong(values) ? styles.long : ''}>
          <dt>{label}</dt>
          {values.map((value, at) => (
            // The same value may occur twice in a list.
            // oxlint-disable-next-line react/no-array-index-key
            <dd key={at} className={isProse(value) ? styles.prose : ''}>
              <Breakable text={value} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )

interface ResultTableProps {
  readonly result: unknown
  readonly number: number
  /** Whether the table is initially closed, because the figure shows all data of the result. */
  readonly isFolded: boolean
}

/** Shows the result itself, field by field. */
export const ResultTable = ({ result, number, isFolded }: ResultTableProps) => (
  <details className={`${reportStyles.sec} ${styles.result}`} open={!isFolded}>
    <summary className={reportStyles.cap}>
      <b>{reportTexts.table(number)}</b> {reportTexts.resultTable}
    </summary>
    {resultBlocks(result).map((block) => (
      <Block key={block.kind === 'table' ? block.label : ''} block={block} />
    ))}
  </details>
)
