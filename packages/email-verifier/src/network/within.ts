import type { Clock } from '../ports.ts'

/** The limits of a wait: its length, its clock, and a signal that ends it early. */
export interface WaitLimits {
  readonly clock: Clock
  readonly milliseconds: number
  readonly signal?: AbortSignal | undefined
  /** Creates the error of a timeout. */
  readonly tooLate: () => Error
}

// One shared error, because creating one for each wait is slower than the wait.
const NOT_NEEDED = new Error('The wait was cancelled.')

/**
 * Waits for work with a time limit. Rejects with the signal's reason if the signal aborts. In both cases the work continues without a
 * listener; the caller closes its resources.
 */
export const within = async <Result>(work: Promise<Result>, limits: WaitLimits): Promise<Result> => {
  const { clock, milliseconds, signal, tooLate } = limits
  const over = new AbortController()
  const stop = (): void => over.abort(signal?.reason)
  const deadline = async (): Promise<never> => {
    await clock.wait(milliseconds, over.signal)
    throw tooLate()
  }
  // Without AbortSignal.any, because a long-lived signal must not keep references to finished waits.
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  try {
    return await Promise.race([work, deadline()])
  } finally {
    signal?.removeEventListener('abort', stop)
    over.abort(NOT_NEEDED)
  }
}
