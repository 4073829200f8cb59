import type { Clock } from '../ports.ts'

/** The bounds of a wait: its length, its clock, and a signal that ends it early. */
export interface Patience {
  readonly clock: Clock
  readonly milliseconds: number
  readonly signal?: AbortSignal | undefined
  /** Creates the error of a timeout. */
  readonly tooLate: () => Error
}

// One for all: an error for each wait that was not in vain costs more than the wait.
const NOT_NEEDED = new Error('Nobody waits any more.')

/**
 * Waits for work, but not forever. Rejects with the signal's reason when it is aborted. The work continues without a listener in both
 * cases: who calls closes what it works with.
 */
export const within = async <Result>(work: Promise<Result>, patience: Patience): Promise<Result> => {
  const { clock, milliseconds, signal, tooLate } = patience
  const over = new AbortController()
  const stop = (): void => over.abort(signal?.reason)
  const deadline = async (): Promise<never> => {
    await clock.wait(milliseconds, over.signal)
    throw tooLate()
  }
  // Without AbortSignal.any: a signal that outlives many waits must keep nothing of them.
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  try {
    return await Promise.race([work, deadline()])
  } finally {
    signal?.removeEventListener('abort', stop)
    over.abort(NOT_NEEDED)
  }
}
