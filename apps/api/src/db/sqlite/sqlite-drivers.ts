import type { DatabaseConnection, Driver, QueryResult } from 'kysely'
import { DatabaseUnavailable } from '../database.ts'
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

/** What transactions write through. */
export interface WriteDriver extends Driver {
  /** Cuts off the transaction that runs and undoes it; what it still tries is refused. */
  cutOff(): void
}

const tooLong = (): DatabaseUnavailable => new DatabaseUnavailable('The transaction took too long')

/** A transaction is a savepoint here: the transaction around it belongs to all who commit together. */
export const writeDriver = (
  statements: Statements,
  execute: (sql: string) => void,
  isOpen: () => boolean,
): WriteDriver => {
  const cut = new WeakSet<DatabaseConnection>()
  let current: DatabaseConnection | undefined

  const open = (): DatabaseConnection => {
    const check = (): void => {
      if (cut.has(connection)) throw tooLong()
    }
    const connection: DatabaseConnection = {
      executeQuery: async <Row>(query: Parameters<DatabaseConnection['executeQuery']>[0]) => {
        check()
        return statements.run<Row>(query)
      },
      async *streamQuery<Row>(query: Parameters<DatabaseConnection['streamQuery']>[0]) {
        check()
        for (const row of statements.iterate<Row>(query)) {
          yield row
          check()
        }
      },
    }
    current = connection
    return connection
  }

  const undo = (): void => {
    // SQLite has undone everything by itself when the disk is full.
    if (!isOpen()) return
    execute('rollback to unit')
    execute('release unit')
  }

  return {
    ...driverOf({ acquireConnection: async () => open() }),
    beginTransaction: async () => execute('savepoint unit'),
    commitTransaction: async (connection) => {
      if (cut.has(connection)) throw tooLong()
      execute('release unit')
    },
    rollbackTransaction: async (connection) => {
      if (!cut.has(connection)) undo()
    },
    cutOff: () => {
      if (current !== undefined) cut.add(current)
      undo()
    },
  }
}
