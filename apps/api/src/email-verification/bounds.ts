import type { Clock } from '@netbox/core'
import { type Bounds, localPartsADay } from '@netbox/email-verifier'
import { DAY } from '../clock.ts'
import { createBatches } from '../database/batches.ts'
import type { Database } from '../database/database.ts'
import { changeServers, countLocalParts, type LocalPart, type ServerChange } from './bounds-repository.ts'
import type { Digest } from './caches.ts'
import { createServerLeases } from './server-leases.ts'
import { createKeyedMutex } from '../keyed-mutex.ts'
import { type Entry, enter, turn } from './server-state.ts'

/** The limits that all processes share. */
export interface SharedBounds extends Bounds {
  /** Waits until all returned connection slots are also free in the database. */
  settle(): Promise<void>
}

/** The dependencies of the limits. */
export interface SharedBoundsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly digest: Digest
  readonly newId: () => string
  readonly log: { warn(fields: object, message: string): void }
}

const BATCH = 32

/**
 * Creates limits that all processes share through the database: at most two connections to a server and sixty recipient checks in any
 * minute, and a daily limit of local parts for each domain. The slot of a process that has ended becomes free after a minute.
 */
export const createSharedBounds = ({ database, clock, digest, newId, log }: SharedBoundsOptions): SharedBounds => {
  // Few transactions at a time, even with many waiters, because the database connections are shared.
  const changes = createBatches<ServerChange, Entry>({
    run: (some) => database.transaction((queries) => changeServers(queries, some)),
    most: BATCH,
    atOnce: 2,
  })
  const parts = createBatches<LocalPart, boolean>({
    run: (some) => database.transaction((queries) => countLocalParts(queries, some)),
    most: BATCH,
    atOnce: 1,
  })
  const mutex = createKeyedMutex()
  const naps = new Map<string, AbortController>()

  /** Waits for a time, or until this process frees a slot. */
  const nap = async (server: string, milliseconds: number, signal: AbortSignal): Promise<void> => {
    const own = new AbortController()
    naps.set(server, own)
    await clock.wait(milliseconds, AbortSignal.any([signal, own.signal])).catch(() => undefined)
    naps.delete(server)
    signal.throwIfAborted()
  }

  const leases = createServerLeases({ changes, clock, log, onFree: (server) => naps.get(server)?.abort() })

  return {
    enter: async (server, signal) => {
      const next = await mutex.acquire(server, signal)
      try {
        const token = newId()
        for (;;) {
          signal.throwIfAborted()
          const now = clock.now()
          const entry = await changes.add({ server, now, change: (state) => enter(state, token, now) })
          if (entry.granted) return leases.hold(server, token)
          await nap(server, entry.wait, signal)
        }
      } finally {
        next()
      }
    },
    turn: async (server) => {
      const now = clock.now()
      return (await changes.add({ server, now, change: (state) => turn(state, now) })).granted
    },
    mayAsk: async (domain, localPart) => {
      const now = clock.now()
      const day = Math.floor(now / DAY)
      return parts.add({
        domain: digest('domain', `${day} ${domain}`),
        localPart: digest('local part', `${day} ${domain} ${localPart}`),
        most: localPartsADay(domain),
        until: (day + 1) * DAY,
      })
    },
    settle: () => leases.settle(),
  }
}
