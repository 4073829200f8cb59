import type { Database, Queries } from '../../src/database/database.ts'
import type { Schema } from '../../src/schema.ts'
import type { Kysely, KyselyPlugin } from 'kysely'

/** A database that records its statements as SQL, in order and without their values. */
export interface RecordedDatabase {
  readonly database: Database
  readonly statements: string[]
}

/** Records the statements over a database and in its transactions. */
export const recordStatements = (database: Database): RecordedDatabase => {
  const statements: string[] = []
  const noting = (queries: Queries): KyselyPlugin => ({
    transformQuery: ({ node, queryId }) => {
      statements.push(queries.getExecutor().compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const queries: Kysely<Schema> = database.queries.withPlugin(noting(database.writer))
  return {
    statements,
    database: {
      ...database,
      queries,
      transaction: (work) =>
        database.transaction((transaction) => {
          statements.push('begin')
          return work(transaction.withPlugin(noting(transaction)))
        }),
    },
  }
}
