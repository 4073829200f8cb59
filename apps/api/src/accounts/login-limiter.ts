import { DAY, MINUTE } from '../clock.ts'
import type { DatabaseAndClock } from '../database/database.ts'
import { digest } from '../random.ts'
import { claimLease, deleteLeases, type Lease, readLeases, releaseLease } from '../database/leases.ts'
import { Refusal } from '../refusal.ts'

/** The decision on an action: whether it is allowed now. */
export type Permission =
  | {
      readonly isAllowed: true
      /** Removes the attempt from the count, if the action turns out not to count. */
      release(): Promise<void>
    }
  | { readonly isAllowed: false; readonly retryAfter: number }

/** The limits: at most `most` actions in any window of `window` milliseconds. */
const allowances = {
  /** Password checks from unknown devices, by the key of the email address, even if no account has it. */
  login: { most: 10, window: 15 * MINUTE },
  /** Password checks from a known device, a network address from which the account has signed in, by account and address. */
  knownDevice: { most: 10, window: 15 * MINUTE },
  /** Password checks in a live session, by its id. */
  session: { most: 10, window: 15 * MINUTE },
  /** Sign-ins from a network address. */
  loginsFrom: { most: 30, window: 5 * MINUTE },
  /** Wrong typed codes since the last message was requested, by key of the email address, even if no account has it. */
  code: { most: 5, window: 30 * MINUTE },
  /** Wrong typed codes of a day, by key of the email address, even if no account has it. */
  codesOfDay: { most: 20, window: DAY },
  /** Typed codes from a network address. */
  codesFrom: { most: 10, window: 15 * MINUTE },
  /** Wrong codes of second factors, by user and network address during sign-in, and by session otherwise. */
  factor: { most: 10, window: 5 * MINUTE },
  /** Wrong codes of apps during sign-in from network addresses that never finished a second step, by user. */
  factorsOfDay: { most: 50, window: DAY },
  /** Messages to the owner about `factorsOfDay`, by user. */
  factorNotice: { most: 1, window: DAY },
  /** Challenges of second factors, by user and network address. */
  challenge: { most: 30, window: 5 * MINUTE },
  /** Requests for messages, by template and key of the email address, even if no account has it. */
  mail: { most: 5, window: 15 * MINUTE },
  /** Messages that the service sends, by key of the email address. */
  mailsTo: { most: 5, window: 15 * MINUTE },
} as const

/** The limits that stay active when tests turn the others off, because the guarded endpoints need these limits. */
const ALWAYS_COUNTED: ReadonlySet<keyof typeof allowances> = new Set([
  'code',
  'codesOfDay',
  'factor',
  'factorsOfDay',
  'factorNotice',
])

/** The rate limiter for sign-ins, typed codes and account mail. All processes share the counts, which survive restarts. */
export interface LoginLimiter {
  /** Counts one action of a subject against a limit. */
  take(name: keyof typeof allowances, subject: string): Promise<Permission>
  /** Resets the count of a subject. */
  reset(name: keyof typeof allowances, subject: string): Promise<void>
  /** Returns the key of a network address. All addresses of an IPv6 network share a key, because they belong to one customer. */
  readonly addressKey: (address: string) => string
}

// The length of a hashed key: long enough to avoid collisions. The table contains no addresses in plain text.
const KEY_LENGTH = 32
const TABLE = 'login_attempts'

/** The options of the limiter. */
export interface LoginLimiterOptions extends DatabaseAndClock {
  readonly addressKey: (address: string) => string
  /** Whether all limits except `ALWAYS_COUNTED` are off; for tests. */
  readonly isOff?: boolean
}

const keysOf = (name: keyof typeof allowances, subject: string): string[] => {
  const prefix = `${name}:${digest(subject).slice(0, KEY_LENGTH)}:`
  return Array.from({ length: allowances[name].most }, (_, index) => `${prefix}${index}`)
}

/**
 * Creates the limiter, a sliding window over the `login_attempts` table. A limit of ten has ten rows, and each attempt occupies one row for
 * the length of the window. So no window, wherever it starts, has more than ten attempts, and a steady rate below the limit is never
 * refused.
 */
export const createLoginLimiter = ({
  database: { queries },
  clock,
  addressKey,
  isOff = false,
}: LoginLimiterOptions): LoginLimiter => ({
  addressKey,
  take: async (name, subject) => {
    if (isOff && !ALWAYS_COUNTED.has(name)) return { isAllowed: true, release: async () => {} }
    const now = clock.now()
    const keys = keysOf(name, subject)
    for (const lease of await readLeases(queries, TABLE, keys)) {
      const claimed: Lease = { key: lease.key, expiresAt: now + allowances[name].window }
      const isFree = lease.expiresAt === undefined || lease.expiresAt <= now
      if (isFree && (await claimLease(queries, TABLE, lease, claimed.expiresAt)))
        return { isAllowed: true, release: () => releaseLease(queries, TABLE, claimed) }
    }
    const ends = (await readLeases(queries, TABLE, keys)).map(({ expiresAt = now }) => expiresAt)
    return { isAllowed: false, retryAfter: Math.max(1, Math.ceil((Math.min(...ends) - now) / 1000)) }
  },
  reset: (name, subject) => deleteLeases(queries, TABLE, keysOf(name, subject)),
})

/** Throws `rate_limited` if the action is not allowed; otherwise returns a function that removes the attempt from the count. */
export const grant = async (permission: Promise<Permission>): Promise<() => Promise<void>> => {
  const given = await permission
  if (!given.isAllowed) throw new Refusal('rate_limited', { retryAfter: given.retryAfter })
  return () => given.release()
}
