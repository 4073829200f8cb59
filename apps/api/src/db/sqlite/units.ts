import { type DatabaseConnection, Kysely, Transaction } from 'kysely'
import { DatabaseUnavailable } from '../database.ts'
import type { Schema } from '../schema.ts'
import { withTimeLimit } from '../time-limit.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { soleDriver } from './sqlite-drivers.ts'
import type { Statements } from './statements.ts'

/** Transactions as parts of the one that is open: each is a savepoint, undone alone when it fails. */
export interface Units {
  /** Runs work and keeps what it wrote if it succeeds. Work that takes longer than `limit` milliseconds is undone. */
  run<Result>(work: (queries: Transaction<Schema>) => Promise<Result>, limit: number): Promise<Result>
}

const tooLong = (): Error => new DatabaseUnavailable('The transaction took too long')
const ended = (): Error => new Error('The transaction is committed or undone: nothing more can be asked in it')

/** Makes the units of a connection. Only one runs at a time: whoever calls sees to that. */
export const createUnits = (statements: Statements, execute: (sql: string) => void, isOpen: () => boolean): Units => {
  const driver = soleDriver(statements)
  const dialect = sqliteDialect(driver)
  const executor = new Kysely<Schema>({ dialect }).getExecutor()

  /** Queries that are refused from the moment at which their transaction is over: they would write into somebody else's. */
  const open = () => {
    let refusal: (() => Error) | undefined
    const check = (): void => {
      if (refusal !== undefined) throw refusal()
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
    const own = executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
    const queries = new Transaction<Schema>({ config: { dialect }, driver, dialect, executor: own })
    const end = (why: () => Error): void => {
      refusal ??= why
    }
    return { queries, end }
  }

  const undo = (): void => {
    // SQLite has undone everything by itself when the disk is full.
    if (!isOpen()) return
    execute('rollback to unit')
    execute('release unit')
  }

  return {
    run: async (work, limit) => {
      const { queries, end } = open()
      execute('savepoint unit')
      try {
        const result = await withTimeLimit(work(queries), limit, () => {
          end(tooLong)
          throw tooLong()
        })
        end(ended)
        execute('release unit')
        return result
      } catch (error) {
        end(ended)
        undo()
        throw error
      }
    },
  }
}
