import type { DatabaseAndClock } from '../../database/database.ts'
import { createSessionReader, type SessionReader } from './read.ts'
import { createRotation, type RotateRefreshToken } from './refresh.ts'
import { createSessionTokens } from './tokens.ts'
import { listSessions, revokeOwnSession, revokeSession, revokeSessionsOf } from './repository.ts'
import type { SigningKeys } from './signing-keys.ts'
import { createRaising, type RaiseLevel } from './assurance-level.ts'
import { createSessionStarter, type SessionStarter } from './start.ts'
import { Refusal } from '../../refusal.ts'

/** The session service: signs users in and out, and finds the signed-in user. */
export interface Sessions extends SessionStarter, SessionReader {
  readonly refresh: RotateRefreshToken
  readonly raiseLevel: RaiseLevel
  /** Lists the sessions of a user, most recently used first, at most a hundred. */
  list(userId: string): ReturnType<typeof listSessions>
  end(sessionId: string): Promise<void>
  /** Ends one of a user's own sessions. Throws `not_found` for another user's session and for a missing one. */
  endOwn(userId: string, sessionId: string): Promise<void>
  endOthers(userId: string, keep: string): Promise<void>
}

const LISTED = 100

/** The dependencies of sessions. */
export interface SessionsOptions extends DatabaseAndClock {
  readonly keys: SigningKeys
}

/** Creates the session service. */
export const createSessions = ({ database, keys, clock }: SessionsOptions): Sessions => {
  const tokens = createSessionTokens(keys, clock)
  return {
    ...createSessionStarter(database, tokens, clock),
    refresh: createRotation(database, tokens, clock),
    raiseLevel: createRaising(database, tokens, clock),
    ...createSessionReader(database, keys, clock),

    list: (userId) => listSessions(database.queries, userId, clock.now(), LISTED),
    end: async (sessionId) => {
      await revokeSession(database.queries, sessionId, clock.now())
    },
    endOwn: async (userId, id) => {
      if (!(await revokeOwnSession(database.queries, { id, userId, now: clock.now() }))) throw new Refusal('not_found')
    },
    endOthers: (userId, keep) => revokeSessionsOf(database.queries, userId, clock.now(), keep),
  }
}
