import type { Clock } from '@netbox/core'
import type { Database, Queries } from '../db/database.ts'
import { newId, newSecret } from '../random.ts'
import { andThen, type Soon } from '../soon.ts'
import { type Account, toAccount } from './account.ts'
import { AccountError } from './account-error.ts'
import { digest } from './digest.ts'
import { keptFor } from './kept-for.ts'
import {
  createSessionFinder,
  extendSession,
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  listSessions,
  revokeOwnSession,
  revokeSession,
  revokeSessionsOf,
  type SessionRow,
  useRefreshToken,
} from './sessions-repository.ts'
import type { SigningKeys } from './signing-keys.ts'
import { lockPassword } from './users-repository.ts'

/** Where a session comes from, as the request tells. */
export interface Device {
  readonly userAgent: string
  readonly address: string
}

/** What a signed-in client holds. */
export interface SignedIn {
  readonly account: Account
  readonly sessionId: string
  readonly accessToken: string
  /** When the access token ends, in epoch ms, and how long it lives, in seconds. */
  readonly expiresAt: number
  readonly expiresIn: number
  readonly refreshToken: string
}

/** An admin's view of a user: nothing to refresh. */
export type ViewAs = Omit<SignedIn, 'refreshToken'> & { readonly actorId: string }

/** A device on which somebody is signed in. Times in epoch ms. */
export interface LiveSession {
  readonly id: string
  readonly userAgent: string
  readonly address: string
  readonly createdAt: number
  readonly lastUsedAt: number
  readonly expiresAt: number
}

/** Who an access token belongs to at this moment. */
export interface ActiveSession {
  readonly account: Account
  readonly session: { readonly id: string; readonly actorId: string | null }
}

/** Signs in and out, and tells who is signed in. */
export interface Sessions {
  /** Signs somebody in. With `passwordHash`, only if that still is the user's; throws `invalid_credentials` if not. */
  start(account: Account, device: Device, passwordHash?: string): Promise<SignedIn>
  /** Lets an admin see what a user sees, for ten minutes. Throws `not_found` if the user is not there any more. */
  viewAs(account: Account, actorId: string, device: Device, also?: (queries: Queries) => Promise<void>): Promise<ViewAs>
  /**
   * Exchanges a refresh token for the next one. Throws `session_not_found`, and `refresh_reused` for a token that was exchanged
   * before: that ends the session, but not when two use the same token at the same moment, of which one succeeds, nor when
   * this process failed to answer the first exchange: whoever asks again within a minute gets what was stored then.
   */
  refresh(refreshToken: string): Promise<SignedIn>
  /** Finds the session of an access token in one indexed read, at once on SQLite; undefined when it is not in force now. */
  authenticate(accessToken: string): Soon<ActiveSession | undefined>
  /** Lists where a user is signed in, last used first: at most a hundred. */
  list(userId: string): Promise<readonly LiveSession[]>
  end(sessionId: string): Promise<void>
  /** Ends one of a user's own sessions. Throws `not_found` for another user's as for none. */
  endOwn(userId: string, sessionId: string): Promise<void>
  endOthers(userId: string, keep: string): Promise<void>
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ACCESS_LIFETIME = 10 * MINUTE
const REFRESH_LIFETIME = 30 * DAY
const USER_AGENT_LENGTH = 255
const LISTED = 100
/** How long an exchange that may have been stored without being answered is remembered; clients try for half a minute. */
const UNANSWERED = MINUTE

/** What sessions need. */
export interface SessionsOptions {
  readonly database: Database
  readonly keys: SigningKeys
  readonly clock: Pick<Clock, 'now'>
}

/** Makes the session service. */
export const createSessions = ({ database, keys, clock }: SessionsOptions): Sessions => {
  const findSession = createSessionFinder(database)
  /** Exchanges of this process that are under way, by hash. */
  const exchanging = new Set<string>()
  /** What was given for a token when the database failed to say whether it is stored, by the token's hash. */
  const unanswered = keptFor<SignedIn>(UNANSWERED, clock)

  const grant = async (account: Account, sessionId: string) => ({
    account,
    sessionId,
    accessToken: await keys.sign({ userId: account.id, sessionId }, ACCESS_LIFETIME),
    expiresAt: clock.now() + ACCESS_LIFETIME,
    expiresIn: ACCESS_LIFETIME / 1000,
  })

  const row = (account: Account, { userAgent, address }: Device, actorId: string | null, lifetime: number) => ({
    id: newId(),
    user_id: account.id,
    actor_id: actorId,
    created_at: clock.now(),
    expires_at: clock.now() + lifetime,
    last_used_at: clock.now(),
    revoked_at: null,
    user_agent: userAgent.slice(0, USER_AGENT_LENGTH),
    address,
  })

  const addRefreshToken = async (queries: Queries, sessionId: string, token: string): Promise<void> => {
    const now = clock.now()
    await insertRefreshToken(queries, {
      id: newId(),
      session_id: sessionId,
      hash: digest(token),
      created_at: now,
      expires_at: now + REFRESH_LIFETIME,
      used_at: null,
    })
  }

  /** Gives what a client asks for again, as it got no answer: if it was stored after all, and is still the last step. */
  const takeUnanswered = async (hash: string): Promise<SignedIn | undefined> => {
    const given = unanswered.take(hash)
    if (given === undefined) return undefined
    const next = await findRefreshToken(database.queries, digest(given.refreshToken))
    return next?.used_at === null && next.revoked_at === null ? given : undefined
  }

  const exchange = async (hash: string): Promise<SignedIn> => {
    const found = await findRefreshToken(database.queries, hash)
    if (found === undefined) throw new AccountError('session_not_found')
    const now = clock.now()
    if (found.used_at !== null) {
      const stored = await takeUnanswered(hash)
      if (stored !== undefined) return stored
      await revokeSession(database.queries, found.session_id, now)
      throw new AccountError('refresh_reused')
    }
    const account = toAccount(found, now)
    const isOver = found.revoked_at !== null || found.session_expires_at <= now || found.token_expires_at <= now
    if (isOver || account.status === 'disabled') throw new AccountError('session_not_found')
    const [granted, refreshToken] = [await grant(account, found.session_id), newSecret(32)]
    const signedIn = { ...granted, refreshToken }
    try {
      await database.transaction(async (queries) => {
        const lives = await extendSession(queries, found.session_id, { now, expiresAt: now + REFRESH_LIFETIME })
        if (!lives) throw new AccountError('session_not_found')
        // Another process was faster with the same token: a moment ago it was good, so nobody used an old one.
        if (!(await useRefreshToken(queries, found.token_id, now))) throw new AccountError('refresh_reused')
        await addRefreshToken(queries, found.session_id, refreshToken)
      })
    } catch (error) {
      if (!(error instanceof AccountError)) unanswered.keep(hash, signedIn)
      throw error
    }
    return signedIn
  }

  const inForce = (found: SessionRow | undefined): ActiveSession | undefined => {
    const now = clock.now()
    if (found === undefined || found.revoked_at !== null || found.session_expires_at <= now) return undefined
    const account = toAccount(found, now)
    if (account.status === 'disabled') return undefined
    const session = { id: found.session_id, actorId: found.actor_id }
    if (session.actorId === null) return { account, session }
    // Viewing ends with the admin's rights, and gives nobody the rights of an admin.
    if (found.actor_status !== 'active' || found.actor_is_admin !== 1) return undefined
    return { account: { ...account, isAdmin: false }, session }
  }

  return {
    start: async (account, device, passwordHash) => {
      const session = row(account, device, null, REFRESH_LIFETIME)
      const [granted, refreshToken] = [await grant(account, session.id), newSecret(32)]
      await database.transaction(async (queries) => {
        if (passwordHash !== undefined) await lockPassword(queries, account.id, session.created_at)
        if (!(await insertSession(queries, session, passwordHash))) throw new AccountError('invalid_credentials')
        await addRefreshToken(queries, session.id, refreshToken)
      })
      return { ...granted, refreshToken }
    },

    viewAs: async (account, actorId, device, also) => {
      const session = row(account, device, actorId, ACCESS_LIFETIME)
      const granted = await grant(account, session.id)
      await database.transaction(async (queries) => {
        if (!(await insertSession(queries, session))) throw new AccountError('not_found')
        await also?.(queries)
      })
      return { ...granted, actorId }
    },

    refresh: async (refreshToken) => {
      const hash = digest(refreshToken)
      if (exchanging.has(hash)) throw new AccountError('refresh_reused')
      exchanging.add(hash)
      try {
        return await exchange(hash)
      } finally {
        exchanging.delete(hash)
      }
    },

    authenticate: (accessToken) =>
      andThen(keys.read(accessToken), (claims) =>
        claims === undefined ? undefined : andThen(findSession(claims), inForce),
      ),

    list: async (userId) =>
      (await listSessions(database.queries, userId, clock.now(), LISTED)).map((found) => ({
        id: found.id,
        userAgent: found.user_agent,
        address: found.address,
        createdAt: found.created_at,
        lastUsedAt: found.last_used_at,
        expiresAt: found.expires_at,
      })),

    end: (sessionId) => revokeSession(database.queries, sessionId, clock.now()),
    endOwn: async (userId, id) => {
      if (!(await revokeOwnSession(database.queries, { id, userId, now: clock.now() })))
        throw new AccountError('not_found')
    },
    endOthers: (userId, keep) => revokeSessionsOf(database.queries, userId, clock.now(), keep),
  }
}
