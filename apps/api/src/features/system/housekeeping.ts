import type { Clock } from '@netbox/core'
import { claimSlot, freeSlot, readSlots } from '../../accounts/slots-repository.ts'
import type { Database, Queries } from '../../db/database.ts'
import { deleteOutdated } from '../../db/delete-in-batches.ts'
import { insertIgnore } from '../../db/insert-ignore.ts'
import { purgeRecords } from './purge.ts'

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
  /** Deletes what is over of accounts; done once an hour. */
  readonly purge: (queries: Queries, now: number, signal: AbortSignal) => Promise<void>
}

const MINUTE = 60_000
const HOUR = 60
// Not quite an hour, so that the process that has it is not early for its next turn.
const TURN = 59 * MINUTE
const SLOT = 'housekeeping'

/**
 * Makes what notes every minute in which the service was there, which the uptime is made of, and throws away what is over. Of several
 * processes one an hour throws away; if two did, it would do no harm.
 */
export const createHousekeeping = ({ database, clock, log, purge }: HousekeepingOptions): Housekeeping => {
  const { engine, queries } = database
  let stopping = new AbortController()
  let running: Promise<void> | undefined
  let purging: Promise<void> | undefined

  const complain = (error: unknown): void => log.warn({ err: error }, 'housekeeping has to wait')

  const throwAway = async (signal: AbortSignal): Promise<void> => {
    const now = clock.now()
    const [slot] = await readSlots(queries, [SLOT])
    if (slot === undefined || (slot.expiresAt ?? 0) > now) return
    const claimed = { key: SLOT, expiresAt: now + TURN }
    if (!(await claimSlot(queries, slot, claimed.expiresAt))) return
    try {
      await purge(queries, now, signal)
      await purgeRecords(queries, now, signal)
    } catch (error) {
      await freeSlot(queries, claimed)
      throw error
    }
  }

  const beat = async (round: number, signal: AbortSignal): Promise<void> => {
    const now = clock.now()
    await insertIgnore(queries, engine, 'heartbeats', { minute: Math.floor(now / MINUTE) })
    await deleteOutdated(queries, { table: 'rate_limits', key: 'key', column: 'expires_at', before: now }, signal)
    // It may take longer than a minute, and no minute is to be left out.
    if (round % HOUR === 0)
      purging ??= throwAway(signal)
        .catch(complain)
        .finally(() => (purging = undefined))
  }

  const loop = async (): Promise<void> => {
    for (let round = 0; !stopping.signal.aborted; round++) {
      await beat(round, stopping.signal).catch(complain)
      // It rejects when it is time to stop: the loop looks.
      // On the minute, so that none is left out however long the work takes.
      await clock.wait(MINUTE - (clock.now() % MINUTE), stopping.signal).catch(() => undefined)
    }
    await purging
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
