import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { isBusy, toSqliteFailure } from './sqlite-error.ts'

/**
 * Executes a statement that needs a lock, which another process may hold. Waits without blocking the event loop, because the holder may
 * be this very process. Throws `DatabaseUnavailable` after `patience` milliseconds.
 */
export const executeWhenFree = async (connection: DatabaseSync, statement: string, patience: number): Promise<void> => {
  const start = performance.now()
  for (let attempt = 0; ; attempt += 1) {
    try {
      return connection.exec(statement)
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > patience) throw toSqliteFailure(error)
    }
    // Uneven, so that two processes don't keep in step.
    await wait(1 + ((attempt * 7 + process.pid) % 13))
  }
}
