import { DAY, MINUTE } from '../clock.ts'
import type { Permission, RateLimits, SlidingLimit } from './rate-limits.ts'

/** The limits of signing in: at most `most` actions in any window of `window` milliseconds. */
const limits = {
  /** Password checks from unknown devices, by the key of the email address, even if no account has it. */
  login: { most: 10, window: 15 * MINUTE },
  /** Password checks from a known device, a network address from which the account has signed in, by account and address. */
  knownDevice: { most: 10, window: 15 * MINUTE },
  /** Password checks in a live session, by its id. */
  session: { most: 10, window: 15 * MINUTE },
  /** Sign-ins from a network address. */
  loginsFrom: { most: 30, window: 5 * MINUTE },
  /** Wrong typed codes since the last message was requested, by key of the email address, even if no account has it. */
  code: { most: 5, window: 30 * MINUTE, isAlwaysOn: true },
  /** Wrong typed codes of a day, by key of the email address, even if no account has it. */
  codesOfDay: { most: 20, window: DAY, isAlwaysOn: true },
  /** Typed codes from a network address. */
  codesFrom: { most: 10, window: 15 * MINUTE },
  /** Wrong codes of second factors, by user and network address during sign-in, and by session otherwise. */
  factor: { most: 10, window: 5 * MINUTE, isAlwaysOn: true },
  /** Wrong codes of apps during sign-in from network addresses that never finished a second step, by user. */
  factorsOfDay: { most: 50, window: DAY, isAlwaysOn: true },
  /** Messages to the owner about `factorsOfDay`, by user. */
  factorNotice: { most: 1, window: DAY, isAlwaysOn: true },
  /** Challenges of second factors, by user and network address. */
  challenge: { most: 30, window: 5 * MINUTE },
  /** Requests for messages, by template and key of the email address, even if no account has it. */
  mail: { most: 5, window: 15 * MINUTE },
  /** Messages that the service sends, by key of the email address. */
  mailsTo: { most: 5, window: 15 * MINUTE },
} as const satisfies Record<string, Omit<SlidingLimit, 'name'>>

type LimitName = keyof typeof limits

/**
 * Names the rate limits of sign-ins, typed codes and account mail. All processes share the counts, which survive restarts. `addressKey`
 * returns the key of a network address: all addresses of an IPv6 network share one, because they belong to one customer.
 */
export const signInLimits = (rateLimits: RateLimits, addressKey: (address: string) => string) => ({
  addressKey,
  /** Counts one action of a subject against a limit. */
  take: (name: LimitName, subject: string): Promise<Permission> => rateLimits.take({ name, ...limits[name] }, subject),
  reset: (name: LimitName, subject: string): Promise<void> => rateLimits.reset({ name, ...limits[name] }, subject),
})

export type SignInLimits = ReturnType<typeof signInLimits>
