import type { Clock } from '@netbox/core'
import type { Database } from '../db/database.ts'
import { AccountError } from './account-error.ts'
import { digest } from './digest.ts'
import { claimLease, type Lease, readLeases, releaseLease } from '../db/leases.ts'

/** Whether something may be done now. */
export type Permission =
  | {
      readonly isAllowed: true
      /** Gives the place back, for what turned out not to count. */
      release(): Promise<void>
    }
  | { readonly isAllowed: false; readonly retryAfter: number }

/** Limits what can be tried against accounts. Counts are shared by all processes and outlive them. */
export interface LoginLimiter {
  /** One check of an account's password: at most 10 in any 15 minutes. The key is that of the address, known or not. */
  check(accountKey: string): Promise<Permission>
  /** One try from a network address: at most 30 in any 5 minutes. */
  attempt(address: string): Promise<Permission>
  /** One mail to an account: at most 5 in any 15 minutes. */
  mail(accountKey: string): Promise<Permission>
}

/** How many of something are allowed in any window of so many ms. */
interface Allowance {
  readonly name: string
  readonly most: number
  readonly window: number
}

const MINUTE = 60_000
const CHECKS: Allowance = { name: 'check', most: 10, window: 15 * MINUTE }
const ATTEMPTS: Allowance = { name: 'try', most: 30, window: 5 * MINUTE }
const MAILS: Allowance = { name: 'mail', most: 5, window: 15 * MINUTE }

// Long enough that no two keys meet; addresses don't stand in the table in clear.
const KEY_LENGTH = 32
const TABLE = 'login_attempts'

/** What the limiter needs. */
export interface LoginLimiterOptions {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
  /** Brings the variants of an address into one form: all addresses of an IPv6 network are one customer's. */
  readonly addressKey: (address: string) => string
}

/**
 * Makes the limiter, a sliding window over the `login_attempts` table. An allowance of ten is ten rows; each attempt holds one for the
 * window. So there are never more than ten in any window, wherever it starts, and a steady rate below the limit is never refused.
 */
export const createLoginLimiter = ({ database, clock, addressKey }: LoginLimiterOptions): LoginLimiter => {
  const take = async ({ name, most, window }: Allowance, subject: string): Promise<Permission> => {
    const prefix = `${name}:${digest(subject).slice(0, KEY_LENGTH)}:`
    const now = clock.now()
    const leases = await readLeases(
      database.queries,
      TABLE,
      Array.from({ length: most }, (_, index) => `${prefix}${index}`),
    )
    for (const lease of leases) {
      const claimed: Lease = { key: lease.key, expiresAt: now + window }
      const isFree = lease.expiresAt === undefined || lease.expiresAt <= now
      if (isFree && (await claimLease(database.queries, TABLE, lease, claimed.expiresAt)))
        return { isAllowed: true, release: () => releaseLease(database.queries, TABLE, claimed) }
    }
    const ends = (
      await readLeases(
        database.queries,
        TABLE,
        leases.map(({ key }) => key),
      )
    ).map(({ expiresAt = now }) => expiresAt)
    return { isAllowed: false, retryAfter: Math.max(1, Math.ceil((Math.min(...ends) - now) / 1000)) }
  }

  return {
    check: (accountKey) => take(CHECKS, accountKey),
    attempt: (address) => take(ATTEMPTS, addressKey(address)),
    mail: (accountKey) => take(MAILS, accountKey),
  }
}

/** Throws `rate_limited` when something may not be done now; gives how to take it back. */
export const grant = async (permission: Promise<Permission>): Promise<() => Promise<void>> => {
  const given = await permission
  if (!given.isAllowed) throw new AccountError('rate_limited', { retryAfter: given.retryAfter })
  return () => given.release()
}

/** A limiter that never refuses: a knob of tests. */
export const noLimits: LoginLimiter = {
  check: async () => ({ isAllowed: true, release: async () => {} }),
  attempt: async () => ({ isAllowed: true, release: async () => {} }),
  mail: async () => ({ isAllowed: true, release: async () => {} }),
}
