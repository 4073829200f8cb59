import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'
import { toSqliteFailure } from './sqlite-error.ts'

interface Prepared {
  readonly statement: StatementSync
  /** The columns of its rows; none when it answers with no rows. */
  readonly columns: readonly string[]
  /** A row of these columns without values. */
  readonly empty: Readonly<Record<string, unknown>>
}

/** The statements of one connection, prepared once. */
export interface Statements {
  /** Tells whether a statement only reads. One that returns what it wrote has rows too. */
  reads(sql: string): boolean
  run<Row>(query: CompiledQuery): QueryResult<Row>
  iterate<Row>(query: CompiledQuery): Generator<QueryResult<Row>, void, undefined>
}

// Far more than the API has; a bound, because a list of ids makes a statement of its own for every length.
const KEPT = 500

const READS = /^\s*(?:select|pragma|explain)\b/i

const toRow = ({ columns, empty }: Prepared, values: readonly SQLOutputValue[]): Record<string, unknown> => {
  // A copy has all its members at once: adding them one by one makes the engine look up a new shape for each.
  const row = { ...empty }
  for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ''] = values[index]
  return row
}

const attempt = <Result>(work: () => Result): Result => {
  try {
    return work()
  } catch (error) {
    throw toSqliteFailure(error)
  }
}

// Kysely types parameters as unknown; node:sqlite checks each and throws on what SQLite can't hold.
const inputs = (query: CompiledQuery): SQLInputValue[] => query.parameters as SQLInputValue[]

/** Runs compiled queries on one connection. Errors of the machine come out as `DatabaseUnavailable`. */
export const createStatements = (connection: DatabaseSync): Statements => {
  const kept = new Map<string, Prepared>()

  const prepare = (sql: string): Prepared => {
    const known = kept.get(sql)
    if (known !== undefined) return known
    const statement = attempt(() => connection.prepare(sql))
    const columns = statement.columns().map(({ name }) => name)
    // Rows as arrays: node:sqlite makes objects that are slow to make and to read.
    statement.setReturnArrays(true)
    const empty = Object.fromEntries(columns.map((name) => [name, null]))
    const prepared = { statement, columns, empty }
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value ?? sql)
    kept.set(sql, prepared)
    return prepared
  }

  return {
    reads: (sql) => READS.test(sql),

    run: <Row>(query: CompiledQuery): QueryResult<Row> => {
      const prepared = prepare(query.sql)
      const { statement, columns } = prepared
      if (columns.length > 0) {
        // With `setReturnArrays` each row is one, which the types leave out; Kysely has checked its shape against the schema.
        const rows = attempt(() => statement.all(...inputs(query))) as unknown as SQLOutputValue[][]
        return { rows: rows.map((values) => toRow(prepared, values)) as Row[] }
      }
      const { changes } = attempt(() => statement.run(...inputs(query)))
      return { rows: [], numAffectedRows: BigInt(changes) }
    },

    *iterate<Row>(query: CompiledQuery): Generator<QueryResult<Row>, void, undefined> {
      // A statement of its own: a kept one would be reset by whoever runs the same text meanwhile.
      const statement = attempt(() => connection.prepare(query.sql))
      for (const row of statement.iterate(...inputs(query))) yield { rows: [row as Row] }
    },
  }
}
