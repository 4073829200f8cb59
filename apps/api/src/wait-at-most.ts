import type { Clock } from '@netbox/core'

/** Waits for work to end, though no longer than so many milliseconds: what takes its time must not keep a process from ending. */
export const waitAtMost = async (clock: Clock, milliseconds: number, work: Promise<unknown>): Promise<void> => {
  const ended = new AbortController()
  const over = clock.wait(milliseconds, ended.signal).catch(() => undefined)
  await Promise.race([work, over]).finally(() => ended.abort())
}
