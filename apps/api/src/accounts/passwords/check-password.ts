import type { AccountDeps } from '../deps.ts'
import { grant } from '../../rate-limits/rate-limits.ts'
import type { ActiveSession } from '../sessions/types.ts'
import { findSession } from '../sessions/repository.ts'
import { findById } from '../users/repository.ts'
import { Refusal } from '../../refusal.ts'

/** A signed-in user, with the current session. */
export interface PasswordOwner {
  readonly account: Pick<ActiveSession['account'], 'id' | 'email'>
  readonly session: Pick<ActiveSession['session'], 'id' | 'actorId'>
}

/**
 * Checks the password of a signed-in user, before a sensitive action. Each session has its own rate limit. Returns the user's row, with the
 * hash that was checked. Throws `read_only` in a view-as session, `rate_limited`, `invalid_credentials`, `password_too_long` and `busy`.
 */
export const checkPassword = async (
  { database, passwords, limiter }: Pick<AccountDeps, 'database' | 'passwords' | 'limiter'>,
  { account, session }: PasswordOwner,
  password: string,
) => {
  if (session.actorId !== null) throw new Refusal('read_only')
  const release = await grant(limiter.take('session', session.id))
  const user = await findById(database.queries, account.id)
  const verdict = await passwords.verify(user?.password_hash, password)
  if (user === undefined || !verdict.isRight) throw new Refusal('invalid_credentials')
  await release()
  return user
}

const FRESH = 15 * 60_000

/** Returns whether the user signed in at most a quarter of an hour ago. */
export const isFreshSession = async (
  { database, clock }: Pick<AccountDeps, 'database' | 'clock'>,
  sessionId: string,
): Promise<boolean> => {
  const session = await findSession(database.queries, sessionId)
  return session !== undefined && session.created_at > clock.now() - FRESH
}
