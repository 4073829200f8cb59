import type { Clock } from '@netbox/core'
import type { Database, Queries } from '../../db/database.ts'
import { insertIgnore } from '../../db/insert-ignore.ts'

/** What the process does beside answering. */
export interface Housekeeping {
  start(): void
  /** Finishes what it is at, and stops. */
  stop(): Promise<void>
}

/** What it needs. */
export interface HousekeepingOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: { warn(fields: object, message: string): void }
  /** Deletes what is over; done once an hour. */
  readonly purge: (queries: Queries, now: number) => Promise<void>
}

const MINUTE = 60_000
const HOUR = 60

/** Makes what notes every minute in which the service was there, which the uptime is made of, and throws away what is over. */
export const createHousekeeping = ({ database, clock, log, purge }: HousekeepingOptions): Housekeeping => {
  const { engine, queries } = database
  let stopping = new AbortController()
  let running: Promise<void> | undefined

  const beat = async (round: number): Promise<void> => {
    const now = clock.now()
    await insertIgnore(queries, engine, 'heartbeats', { minute: Math.floor(now / MINUTE) })
    await queries.deleteFrom('rate_limits').where('expires_at', '<=', now).execute()
    if (round % HOUR === 0) await purge(queries, now)
  }

  const loop = async (): Promise<void> => {
    for (let round = 0; !stopping.signal.aborted; round++) {
      await beat(round).catch((error: unknown) => log.warn({ err: error }, 'housekeeping has to wait'))
      // It rejects when it is time to stop: the loop looks.
      // On the minute, so that none is left out however long the work takes.
      await clock.wait(MINUTE - (clock.now() % MINUTE), stopping.signal).catch(() => undefined)
    }
  }

  return {
    start: () => {
      running ??= loop()
    },
    stop: async () => {
      stopping.abort()
      await running
      running = undefined
      stopping = new AbortController()
    },
  }
}
