import type { Clock } from '@netbox/core'

/** Work that a process repeats in the background. */
export interface BackgroundJob {
  /** Starts the job. Has no effect on a job that runs. */
  readonly start: () => void
  /** Ends the pause. A call during a run starts another run right after it. */
  readonly wake: () => void
  /** Aborts the current run and waits for its end. */
  readonly stop: () => Promise<void>
}

/** The dependencies of a job. */
export interface BackgroundJobOptions {
  readonly clock: Clock
  /** Does the work once; returns true if the next run must follow without a pause. */
  readonly run: (signal: AbortSignal) => Promise<boolean>
  /** Returns the milliseconds until the next run. */
  readonly pause: () => number
  /** Gets the error of a failed run. The next run follows after the usual pause. */
  readonly onFailure: (error: unknown) => void
}

/** The signal of a run that nobody aborts. */
export const neverAborted = new AbortController().signal

/** Makes a job that repeats until it is stopped. A failed run doesn't stop it. */
export const createBackgroundJob = ({ clock, run, pause, onFailure }: BackgroundJobOptions): BackgroundJob => {
  let stopping = new AbortController()
  let waking = new AbortController()
  let running: Promise<void> | undefined

  const sleep = async (signal: AbortSignal): Promise<void> => {
    // It rejects at a wake or a stop, and the loop checks which it was.
    await clock.wait(pause(), AbortSignal.any([signal, waking.signal])).catch(() => undefined)
    if (waking.signal.aborted) waking = new AbortController()
  }

  const loop = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const isMore = await run(signal).catch((error: unknown) => {
        onFailure(error)
        return false
      })
      if (!isMore) await sleep(signal)
    }
  }

  return {
    start: () => {
      running ??= loop(stopping.signal)
    },
    wake: () => waking.abort(),
    stop: async () => {
      stopping.abort()
      await running
      running = undefined
      stopping = new AbortController()
    },
  }
}

/** Waits for the end of work, but at most so many milliseconds, so that slow work can't keep a process from ending. */
export const waitAtMost = async (clock: Clock, milliseconds: number, work: Promise<unknown>): Promise<void> => {
  const ended = new AbortController()
  const over = clock.wait(milliseconds, ended.signal).catch(() => undefined)
  await Promise.race([work, over]).finally(() => ended.abort())
}
