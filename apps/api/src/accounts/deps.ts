import type { DatabaseAndClock, Queries } from '../database/database.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { Account } from './users/account.ts'
import type { Codes } from './codes/codes.ts'
import type { SignInLimits } from '../rate-limits/sign-in-limits.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { Sessions } from './sessions/sessions.ts'

export interface AccountDeps extends DatabaseAndClock {
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly codes: Codes
  readonly limiter: SignInLimits
  /** Returns whether a text is a solved captcha for a sign-in, and marks it as used. */
  readonly useCaptcha: (captcha: string) => Promise<boolean>
  /** The outbox for mail; without one, addresses count as confirmed and nobody can recover an account. */
  readonly outbox: Outbox | undefined
  /** Whether users must confirm a new address by mail before they sign in. */
  readonly confirmsAddresses: boolean
}

/** Makes additional writes in the same transaction, such as an audit row. */
export type Also = (queries: Queries, account: Account) => Promise<void>
