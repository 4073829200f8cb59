import type { Clock } from '@netbox/core'
import { type Bounds, localPartsADay } from '@netbox/email-verifier'
import { createBatches } from '../../db/batches.ts'
import type { Database } from '../../db/database.ts'
import { changeServers, countLocalParts, type LocalPart, type ServerChange } from './bounds-repository.ts'
import type { Digest } from './digest.ts'
import { type Entry, enter, LEASE, leave, renew, turn } from './server-state.ts'

/** The manners that all processes keep together. */
export interface SharedBounds extends Bounds {
  /** Waits until every place that was given back is given back in the database too. */
  settle(): Promise<void>
}

/** What they need. */
export interface SharedBoundsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly digest: Digest
  readonly newId: () => string
  readonly log: { warn(fields: object, message: string): void }
}

const DAY = 24 * 60 * 60_000
const BATCH = 32

/** Lets one at a time do something for a key, in the order in which they came. Who can't wait any longer leaves the queue. */
const createQueues = () => {
  const last = new Map<string, Promise<void>>()
  return async (key: string, signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted()
    const before = last.get(key) ?? Promise.resolve()
    let done: () => void = () => undefined
    const own = new Promise<void>((resolve) => {
      done = resolve
    })
    // Who leaves early still stands between those before and those behind.
    const both = Promise.all([before, own]).then(() => undefined)
    last.set(key, both)
    void both.finally(() => {
      if (last.get(key) === both) last.delete(key)
    })
    const given = new AbortController()
    const abandoned = new Promise<never>((_resolve, reject) => {
      const leaveQueue = (): void => {
        done()
        reject(signal.reason)
      }
      signal.addEventListener('abort', leaveQueue, { once: true, signal: given.signal })
    })
    await Promise.race([before, abandoned]).finally(() => given.abort())
    return done
  }
}

/**
 * Makes bounds that all processes share through the database: at most two connections to a server and sixty questions in any minute, and
 * a number of local parts of a domain and day. A place whose holder is gone is free again after a minute.
 */
export const createSharedBounds = ({ database, clock, digest, newId, log }: SharedBoundsOptions): SharedBounds => {
  // Few transactions at one time, however many wait: the connections to the database are for all.
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
  const queue = createQueues()
  const naps = new Map<string, AbortController>()
  const leaving = new Set<Promise<void>>()

  const wake = (server: string): void => naps.get(server)?.abort()

  /** Waits, also for somebody of this process to leave. */
  const nap = async (server: string, milliseconds: number, signal: AbortSignal): Promise<void> => {
    const own = new AbortController()
    naps.set(server, own)
    await clock.wait(milliseconds, AbortSignal.any([signal, own.signal])).catch(() => undefined)
    naps.delete(server)
    signal.throwIfAborted()
  }

  const keep = async (server: string, token: string, until: AbortSignal): Promise<void> => {
    while (!until.aborted) {
      await clock.wait(LEASE / 3, until).catch(() => undefined)
      if (until.aborted) return
      const now = clock.now()
      await changes
        .add({ server, now, change: (state) => renew(state, token, now) })
        .catch((error: unknown) => log.warn({ err: error }, 'a place at a mail server could not be kept'))
    }
  }

  const giveBack = async (server: string, token: string): Promise<void> => {
    const now = clock.now()
    await changes
      .add({ server, now, change: (state) => leave(state, token, now) })
      .catch((error: unknown) => log.warn({ err: error }, 'a place at a mail server could not be given back'))
    wake(server)
  }

  const hold = (server: string, token: string): (() => void) => {
    const over = new AbortController()
    const kept = keep(server, token, over.signal)
    return () => {
      if (over.signal.aborted) return
      over.abort()
      // Who is at renewing it finishes first, or the place would be taken again.
      const gone = kept.then(() => giveBack(server, token)).finally(() => leaving.delete(gone))
      leaving.add(gone)
    }
  }

  return {
    enter: async (server, signal) => {
      const next = await queue(server, signal)
      try {
        const token = newId()
        for (;;) {
          signal.throwIfAborted()
          const now = clock.now()
          const entry = await changes.add({ server, now, change: (state) => enter(state, token, now) })
          if (entry.granted) return hold(server, token)
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
    settle: async () => {
      await Promise.all(leaving)
    },
  }
}
