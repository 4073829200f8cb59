import type { Clock } from '@netbox/core'
import { type Limits, localPartsADay } from '@netbox/email-verifier'
import { DAY, MINUTE, SECOND } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { createKeyedSemaphore } from '../concurrency.ts'
import type { Permission, RateLimits, SlidingLimit } from '../rate-limits/rate-limits.ts'
import type { Digest } from './caches.ts'
import { countLocalPart } from './local-parts-repository.ts'

export interface SharedLimitsOptions {
  readonly database: Database
  readonly rateLimits: RateLimits
  readonly clock: Clock
  readonly digest: Digest
  readonly log: { warn(fields: object, message: string): void }
}

/**
 * The connections of all processes to a mail server. A slot becomes free at its release, and when its process has ended, after the window,
 * which is longer than any connection: a minute of recipient checks and the timeouts of the first and the last reply.
 */
const CONNECTIONS: SlidingLimit = { name: 'verifier connection', most: 2, window: 5 * MINUTE, isAlwaysOn: true }
/** The recipient checks of all processes at a mail server. */
const CHECKS: SlidingLimit = { name: 'verifier check', most: 60, window: MINUTE, isAlwaysOn: true }

/** The interval of checks while other processes hold all slots, in milliseconds. */
const POLL_INTERVAL = 250

/**
 * Creates limits that all processes share through the database: at most two connections to a server and sixty recipient checks in any
 * minute, and a daily limit of local parts for each domain.
 */
export const createSharedLimits = ({ database, rateLimits, clock, digest, log }: SharedLimitsOptions) => {
  // Within a process, waiters queue here; only the first ones ask the database.
  const queue = createKeyedSemaphore(CONNECTIONS.most)
  const releasing = new Set<Promise<void>>()

  /** Takes a connection slot and counts a recipient check, or does neither; returns the wait in milliseconds until the next attempt. */
  const takeBoth = async (server: string): Promise<Extract<Permission, { isAllowed: true }> | number> => {
    const connection = await rateLimits.take(CONNECTIONS, server)
    if (!connection.isAllowed) return POLL_INTERVAL
    const check = await rateLimits.take(CHECKS, server)
    if (check.isAllowed) return connection
    await connection.release()
    return check.retryAfter * SECOND
  }

  const limits: Limits = {
    enter: async (server, signal) => {
      const leaveQueue = await queue.acquire(server, signal)
      try {
        for (;;) {
          signal.throwIfAborted()
          const taken = await takeBoth(server)
          if (typeof taken === 'number') {
            await clock.wait(taken, signal)
            continue
          }
          let isOver = false
          return () => {
            if (isOver) return
            isOver = true
            const released = taken
              .release()
              .catch((error: unknown) =>
                log.warn({ err: error }, 'a connection slot at a mail server was not released'),
              )
              .finally(() => {
                leaveQueue()
                releasing.delete(released)
              })
            releasing.add(released)
          }
        }
      } catch (error) {
        leaveQueue()
        throw error
      }
    },
    turn: async (server) => (await rateLimits.take(CHECKS, server)).isAllowed,
    mayAsk: (domain, localPart) => {
      const day = Math.floor(clock.now() / DAY)
      const counted = {
        domain: digest('domain', `${day} ${domain}`),
        localPart: digest('local part', `${day} ${domain} ${localPart}`),
        most: localPartsADay(domain),
        until: (day + 1) * DAY,
      }
      return database.transaction((queries) => countLocalPart(queries, counted))
    },
  }
  /** Waits until all returned connection slots are also free in the database. */
  const settle = () => Promise.all(releasing)
  return { ...limits, settle }
}
