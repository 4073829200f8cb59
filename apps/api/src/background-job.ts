import type { Clock } from '@netbox/core'

/** Work that a process does beside answering, a round at a time. */
export interface BackgroundJob {
  /** Begins; where it has begun already nothing changes. */
  readonly start: () => void
  /** Ends the pause. A call during a round starts another one right after it. */
  readonly wake: () => void
  /** Tells the round that is going on to come to an end, and waits until it has. */
  readonly stop: () => Promise<void>
}

/** The dependencies of rounds. */
export interface BackgroundJobOptions {
  readonly clock: Clock
  /** One round; gives true when the next is to follow without a rest. */
  readonly round: (signal: AbortSignal) => Promise<boolean>
  /** How long to rest, in milliseconds. */
  readonly rest: () => number
  /** Hears why a round failed. The next one comes after a rest, as ever. */
  readonly onFailure: (error: unknown) => void
}

/** The signal of a round that someone does by hand: nobody tells it to end. */
export const neverAborted = new AbortController().signal

/** Makes rounds, which continue until they are stopped: a round that fails is no end. */
export const createBackgroundJob = ({ clock, round, rest, onFailure }: BackgroundJobOptions): BackgroundJob => {
  let stopping = new AbortController()
  let nap = new AbortController()
  let running: Promise<void> | undefined

  const sleep = async (signal: AbortSignal): Promise<void> => {
    // It rejects when someone wakes us or tells us to stop: the loop looks which.
    await clock.wait(rest(), AbortSignal.any([signal, nap.signal])).catch(() => undefined)
    if (nap.signal.aborted) nap = new AbortController()
  }

  const goOn = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const isMore = await round(signal).catch((error: unknown) => {
        onFailure(error)
        return false
      })
      if (!isMore) await sleep(signal)
    }
  }

  return {
    start: () => {
      running ??= goOn(stopping.signal)
    },
    wake: () => nap.abort(),
    stop: async () => {
      stopping.abort()
      await running
      running = undefined
      stopping = new AbortController()
    },
  }
}

/** Waits for work to end, though no longer than so many milliseconds: what takes its time must not keep a process from ending. */
export const waitAtMost = async (clock: Clock, milliseconds: number, work: Promise<unknown>): Promise<void> => {
  const ended = new AbortController()
  const over = clock.wait(milliseconds, ended.signal).catch(() => undefined)
  await Promise.race([work, over]).finally(() => ended.abort())
}
