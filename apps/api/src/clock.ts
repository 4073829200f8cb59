import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@netbox/core'

/** Returns the clock of the machine. With a start, it begins there and continues at the usual speed: a setting for tests. */
export const systemClock = (start?: number): Clock => {
  const ahead = start === undefined ? 0 : start - Date.now()
  return {
    now: () => Date.now() + ahead,
    wait: async (milliseconds, signal) => {
      // The only signals here are those of the platform, which this is the type of.
      await wait(milliseconds, undefined, signal === undefined ? {} : { signal: signal as AbortSignal })
    },
  }
}

const DAY = 86_400_000

const numberOf = (now: number): number => Math.floor(now / DAY)

let last = { number: -1, name: '' }

/** Returns the UTC day of a time: `2026-11-22`. It remembers the last one, because runs ask for the same all day. */
export const utcDay = (now: number): string => {
  const number = numberOf(now)
  if (last.number !== number) last = { number, name: new Date(now).toISOString().slice(0, 10) }
  return last.name
}

/** Returns the time at which the next UTC day begins, and daily counters with it. */
export const nextUtcDay = (now: number): number => (numberOf(now) + 1) * DAY
