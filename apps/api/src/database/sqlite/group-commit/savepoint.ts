import type { ControlledTransaction, KyselyPlugin, Transaction } from 'kysely'
import { DatabaseUnavailable } from '../../database.ts'
import type { Schema } from '../../schema.ts'
import { withTimeLimit } from '../../time-limit.ts'

const tooLong = (): Error => new DatabaseUnavailable('The transaction took too long')
const ended = (): Error => new Error('The transaction is already committed or rolled back: it accepts no more queries')

/** Creates a plugin that refuses queries after their work has ended, because they would become part of other work. */
const createGuard = (): KyselyPlugin & { end(why: () => Error): void } => {
  let refusal: (() => Error) | undefined
  return {
    end: (why) => {
      refusal ??= why
    },
    transformQuery: ({ node }) => {
      if (refusal !== undefined) throw refusal()
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/** The options of a savepoint. */
export interface SavepointOptions {
  /** The time limit of work, in milliseconds. */
  readonly limit: number
  /** Returns whether the transaction is open: SQLite rolls it back if the disk is full. */
  readonly isOpen: () => boolean
  /** Executes a statement on the connection of the transaction. */
  readonly execute: (sql: string) => void
}

/**
 * Runs work in a savepoint of the shared transaction: its writes stay if it succeeds, and only they are rolled back if it fails or takes
 * too long.
 */
export const runInSavepoint = async <Result>(
  shared: ControlledTransaction<Schema>,
  work: (queries: Transaction<Schema>) => Promise<Result>,
  { limit, isOpen, execute }: SavepointOptions,
): Promise<Result> => {
  const guard = createGuard()
  execute('savepoint work')
  try {
    const result = await withTimeLimit(work(shared.withPlugin(guard)), limit, () => {
      guard.end(tooLong)
      throw tooLong()
    })
    guard.end(ended)
    execute('release work')
    return result
  } catch (error) {
    guard.end(ended)
    if (isOpen()) {
      execute('rollback to work')
      execute('release work')
    }
    throw error
  }
}
