import type { Clock } from '@netbox/core'
import type { Database, Queries } from '../db/database.ts'
import type { Account } from './account.ts'
import { AccountError } from './account-error.ts'
import { findUnusedRefreshToken, noteRefreshUse } from './refresh-tokens-repository.ts'
import type { SignedIn } from './session.ts'
import { REFRESH_LIFETIME, type SessionTokens } from './session-tokens.ts'
import { extendSession } from './sessions-repository.ts'

/** Raises a session to `aal2` once `prove`, in the same transaction, has accepted a second factor; gives it new tokens. Throws `session_not_found`. */
export type StrengthenSession = (
  account: Account,
  sessionId: string,
  method: 'totp' | 'recovery_code',
  prove: (queries: Queries) => Promise<void>,
) => Promise<SignedIn>
