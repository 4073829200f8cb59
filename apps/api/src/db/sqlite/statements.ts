import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'
import { toSqliteFailure } from './sqlite-error.ts'

interface Prepared {
  readonly statement: StatementSync
  /** Whether it answers with rows. */
  readonly reads: boolean
}

/** The statements of one connection, prepared once. */
export interface Statements {
  /** Tells whether a statement answers with rows. */
  reads(sql: string): boolean
  run<Row>(query: CompiledQuery): QueryResult<Row>
  iterate<Row>(query: CompiledQuery): Generator<QueryResult<Row>, void, undefined>
}

// Far more than the API has; a bound, because a list of ids makes a statement of its own for every length.
const KEPT = 500

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
    const prepared = { statement, reads: statement.columns().length > 0 }
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value ?? sql)
    kept.set(sql, prepared)
    return prepared
  }

  return {
    reads: (sql) => prepare(sql).reads,

    run: <Row>(query: CompiledQuery): QueryResult<Row> => {
      const { statement, reads } = prepare(query.sql)
      // Kysely has checked the shape of a row against the schema.
      if (reads) return { rows: attempt(() => statement.all(...inputs(query))) as Row[] }
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
