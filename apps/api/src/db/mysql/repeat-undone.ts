import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseUnavailable } from '../database.ts'

/** After this many milliseconds no repetition starts where someone waits for an answer. */
export const REPEAT_LIMIT = 2000
const ATTEMPTS = 12

/**
 * Runs work again while its error says that it may work then, after waits that grow and are uneven, and for `patience` milliseconds at most.
 * Throws its error, and `DatabaseUnavailable` when it was undone too often.
 */
export const repeatUndone = async <Result>(
  work: () => Promise<Result>,
  again: (error: unknown, attempt: number) => boolean,
  patience = REPEAT_LIMIT,
): Promise<Result> => {
  const start = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!again(error, attempt)) throw error
      if (attempt === ATTEMPTS || performance.now() - start > patience) {
        throw new DatabaseUnavailable('MySQL: the transaction was undone too often', { cause: error })
      }
    }
    // Uneven, so that those who got in each other's way don't meet again.
    await wait(randomInt(1, 5 + 5 * 2 ** Math.min(attempt, 5)))
  }
}
