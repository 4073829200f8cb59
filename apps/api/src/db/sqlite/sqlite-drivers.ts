import type { DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { GroupCommit } from './group-commit.ts'
import type { Statements } from './statements.ts'

const nothing = async (): Promise<void> => {}

/** A driver whose connection the caller opens and closes. */
const driverOf = (driver: Partial<Driver> & Pick<Driver, 'acquireConnection'>): Driver => ({
  init: nothing,
  beginTransaction: () => Promise.reject(new Error('Use the transaction of Database')),
  commitTransaction: nothing,
  rollbackTransaction: nothing,
  releaseConnection: nothing,
  destroy: nothing,
  ...driver,
})

/** Reads at once on the connection for reading; sends a lone write in line with the transactions. */
export const readDriver = (reader: Statements, write: Statements, commits: GroupCommit): Driver => {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: Parameters<DatabaseConnection['executeQuery']>[0]): Promise<QueryResult<Row>> =>
      reader.reads(query.sql) ? reader.run<Row>(query) : commits.submit(async () => write.run<Row>(query)),
    async *streamQuery<Row>(query: Parameters<DatabaseConnection['streamQuery']>[0]) {
      yield* reader.iterate<Row>(query)
    },
  }
  return driverOf({ acquireConnection: async () => connection })
}

/** Runs everything on one connection, at once: for whoever has the connection for himself. */
export const soleDriver = (statements: Statements): Driver => {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: Parameters<DatabaseConnection['executeQuery']>[0]) => statements.run<Row>(query),
    async *streamQuery<Row>(query: Parameters<DatabaseConnection['streamQuery']>[0]) {
      yield* statements.iterate<Row>(query)
    },
  }
  return driverOf({ acquireConnection: async () => connection })
}
