import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseUnavailable } from '../database.ts'

/** The time after which no retry starts, in milliseconds, because a client is waiting. */
export const REPEAT_LIMIT = 2000
const ATTEMPTS = 12

/**
 * Runs work again while its error is repeatable, after growing random waits, and for at most `limit` milliseconds. Throws the error of
 * the work, or `DatabaseUnavailable` after too many repetitions.
 */
export const repeatUndone = async <Result>(
  work: () => Promise<Result>,
  again: (error: unknown, attempt: number) => boolean,
  limit = REPEAT_LIMIT,
): Promise<Result> => {
  const start = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!again(error, attempt)) throw error
      if (attempt === ATTEMPTS || performance.now() - start > limit) {
        throw new DatabaseUnavailable('MySQL: the transaction was rolled back too often', { cause: error })
      }
    }
    // Random, so that conflicting transactions don't conflict again.
    await wait(randomInt(1, 5 + 5 * 2 ** Math.min(attempt, 5)))
  }
}
