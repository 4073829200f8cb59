import { setTimeout as wait } from 'node:timers/promises'
import { isBusy, toSqliteFailure } from './sqlite-error.ts'

/** The time after which a wait is reported, in milliseconds. */
const LONG = 1000

/**
 * Runs work that needs a lock, which another process may hold. Waits without blocking the event loop, because this process itself may hold
 * the lock, and calls `onLong` once after a second. Throws `DatabaseUnavailable` after `timeout` milliseconds.
 */
export const whenFree = async <Result>(
  work: () => Result | Promise<Result>,
  timeout: number,
  onLong?: () => void,
): Promise<Result> => {
  const start = performance.now()
  let told = onLong === undefined
  for (let attempt = 0; ; attempt += 1) {
    if (!told && performance.now() - start > LONG) {
      told = true
      onLong?.()
    }
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > timeout) throw toSqliteFailure(error)
    }
    // Irregular, so that two processes don't keep retrying at the same moments.
    await wait(1 + ((attempt * 7 + process.pid) % 13))
  }
}
