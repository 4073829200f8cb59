import type { Database, Queries, DatabaseAndClock } from '../../database/database.ts'
import { toAccount, type Account } from '../users/account.ts'
import { digest } from '../../random.ts'
import {
  extendSession,
  findRefreshToken,
  isSuperseded,
  noteRefreshUse,
  revokeSession,
  listSessions,
  revokeOwnSession,
  revokeSessionsOf,
  sessionQuery,
  type SessionRow,
} from './repository.ts'
import type { SignedIn, ActiveSession } from './types.ts'
import { REFRESH_LIFETIME, type SessionTokens, createSessionTokens } from './tokens.ts'
import { type ApiTokens, isApiToken } from '../api-tokens/api-tokens.ts'
import type { Authenticator, CallerUser } from '../../caller.ts'
import type { SigningKeys } from './signing-keys.ts'
import { createRaising } from './assurance-level.ts'
import { createSessionStarter } from './start.ts'
import { Refusal, type SignedOutReason } from '../../refusal.ts'
import type { Clock } from '@netbox/core'

export interface SessionsOptions extends DatabaseAndClock {
  readonly keys: SigningKeys
}

/**
 * Creates the function that exchanges a refresh token for the next one. As long as no successor was used, the same token returns a sibling of
 * the first successor, because a client that lost the response has no other token. Using one sibling invalidates the others. Throws
 * `session_not_found`, and `refresh_reused` for a token whose successor or sibling was used, which ends the session.
 */
const createRotation =
  (database: Database, tokens: SessionTokens, clock: Pick<Clock, 'now'>) =>
  async (refreshToken: string): Promise<SignedIn> => {
    const found = await findRefreshToken(database.queries, digest(refreshToken))
    if (found === undefined) throw new Refusal('session_not_found')
    const now = clock.now()
    const account = toAccount(found, now)
    const isOver = found.revoked_at !== null || found.session_expires_at <= now || found.token_expires_at <= now
    if (isOver || account.status === 'disabled') throw new Refusal('session_not_found')
    const { session_id: sessionId, token_id: id, parent_id: parentId, aal, amr } = found
    const signedIn = await tokens.grantBoth(account, { id: sessionId, aal, amr })

    const times = { last_used_at: now, expires_at: now + REFRESH_LIFETIME }
    const exchange = async (queries: Queries): Promise<Refusal | undefined> => {
      // Locks the session, so that each use of its tokens, in any process, sees the earlier uses.
      const lives = await extendSession(queries, sessionId, times)
      if (!lives) return new Refusal('session_not_found')
      if (await isSuperseded(queries, { id, parentId })) {
        await revokeSession(queries, sessionId, now)
        return new Refusal('refresh_reused')
      }
      await noteRefreshUse(queries, id, now)
      await tokens.store(queries, signedIn, id)
      return undefined
    }

    // `exchange` returns an error instead of throwing it, because the transaction that ends the session must commit.
    const refusal = await database.transaction(exchange)
    if (refusal !== undefined) throw refusal
    return signedIn
  }

/** Creates the functions that find the sessions of access tokens. */
const createSessionReader = ({ database, keys, clock }: SessionsOptions) => {
  const inForce = (found: SessionRow | undefined): ActiveSession | SignedOutReason => {
    const now = clock.now()
    // A suspension also ends the user's sessions, so `session_not_found` would hide the actual reason.
    if (found?.status === 'disabled') return 'user_banned'
    if (found === undefined || found.revoked_at !== null || found.session_expires_at <= now) return 'session_not_found'
    const account = toAccount(found, now)
    // An admin who is viewing as a user has already passed the second factor of the admin's own session.
    const needsFactor = account.hasSecondFactor && found.aal === 'aal1' && found.actor_id === null
    const session = { id: found.session_id, actorId: found.actor_id, needsFactor }
    if (session.actorId === null) return { account, session }
    // A view-as session ends when the admin loses the role or signs out, and it never has admin rights.
    if (found.actor_status !== 'active' || found.actor_is_admin !== 1) return 'session_not_found'
    if (found.actor_revoked_at !== null || (found.actor_expires_at ?? 0) <= now) return 'session_not_found'
    return { account: { ...account, isAdmin: false }, session }
  }

  const inspect = async (accessToken: string): Promise<ActiveSession | SignedOutReason> => {
    const claims = await keys.read(accessToken)
    if (claims === undefined) return 'bad_jwt'
    const { rows } = await sessionQuery(claims).execute(database.queries)
    return inForce(rows[0])
  }

  return {
    /** Finds the session in one indexed read; undefined if it is not valid now. */
    authenticate: async (accessToken: string): Promise<ActiveSession | undefined> => {
      const found = await inspect(accessToken)
      return typeof found === 'string' ? undefined : found
    },
    /** Returns why `authenticate` found no session. */
    explain: async (accessToken: string): Promise<SignedOutReason> => {
      const found = await inspect(accessToken)
      return typeof found === 'string' ? found : 'session_not_found'
    },
  }
}

const LISTED = 100

/** Creates the session service, which signs users in and out, and finds the signed-in user. */
export const createSessions = (options: SessionsOptions) => {
  const { database, keys, clock } = options
  const tokens = createSessionTokens(keys, clock, database)
  return {
    ...createSessionStarter(database, tokens, clock),
    refresh: createRotation(database, tokens, clock),
    raiseLevel: createRaising(database, tokens, clock),
    ...createSessionReader(options),

    /** Lists the sessions of a user, most recently used first, at most a hundred. */
    list: (userId: string) => listSessions(database.queries, userId, clock.now(), LISTED),
    end: (id: string) => revokeSession(database.writer, id, clock.now()),
    /** Ends one of a user's own sessions. Throws `not_found` for another user's session and for a missing one. */
    endOwn: async (userId: string, id: string): Promise<void> => {
      if (!(await revokeOwnSession(database.writer, { id, userId, now: clock.now() }))) throw new Refusal('not_found')
    },
    endOthers: (userId: string, keep: string) => revokeSessionsOf(database.writer, userId, clock.now(), keep),
  }
}

export type Sessions = ReturnType<typeof createSessions>

const userOf = ({ id, email, plan, isAdmin }: Account): CallerUser => ({ id, email, plan, isAdmin })

/** Creates the authenticator: it accepts access tokens of sessions, and API tokens. */
export const createAuthenticator =
  (accounts: {
    readonly sessions: Pick<Sessions, 'authenticate'>
    readonly apiTokens: Pick<ApiTokens, 'authenticate'>
  }): Authenticator =>
  async (bearer) => {
    if (isApiToken(bearer)) {
      const found = await accounts.apiTokens.authenticate(bearer)
      return found && { kind: 'token', user: userOf(found.account), token: found.token }
    }
    const found = await accounts.sessions.authenticate(bearer)
    return found && { kind: 'user', user: userOf(found.account), session: found.session }
  }
