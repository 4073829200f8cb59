import type { Clock } from '@netbox/core'

/** Background work of a process, in rounds. */
export interface BackgroundJob {
  /** Starts the job; has no effect if it is already running. */
  readonly start: () => void
  /** Ends the pause between rounds. During a round, makes the next one follow immediately. */
  readonly wake: () => void
  /** Aborts the current round and waits for it to end. */
  readonly stop: () => Promise<void>
}

export interface BackgroundJobOptions {
  readonly clock: Clock
  /** Runs one round; returns true if the next one should follow without a pause. */
  readonly run: (signal: AbortSignal) => Promise<boolean>
  /** Returns the length of the pause, in milliseconds. */
  readonly pause: () => number
  /** Receives the error of a failed round. The next round comes after the usual pause. */
  readonly onFailure: (error: unknown) => void
}

/** The signal of a manually started round, which nothing aborts. */
export const neverAborted = new AbortController().signal

/** Creates a job that continues until it is stopped, even after a failed round. */
export const createBackgroundJob = ({ clock, run, pause, onFailure }: BackgroundJobOptions): BackgroundJob => {
  let stopping = new AbortController()
  let waking = new AbortController()
  let running: Promise<void> | undefined

  const sleep = async (signal: AbortSignal): Promise<void> => {
    // The wait rejects when the job is woken or stopped; the loop checks which of the two happened.
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

/** Waits for work to end, up to a time limit, so that slow work can't prevent a process from ending. */
export const waitAtMost = async (clock: Clock, milliseconds: number, work: Promise<unknown>): Promise<void> => {
  const ended = new AbortController()
  const over = clock.wait(milliseconds, ended.signal).catch(() => undefined)
  await Promise.race([work, over]).finally(() => ended.abort())
}
