import type { Clock } from '@netbox/core'
import { DAY, MINUTE } from '../../clock.ts'
import type { Database, Queries } from '../../database/database.ts'
import { insertRow } from '../../database/dialects.ts'
import type { SessionTable } from '../../schema.ts'
import { digest, newId, newSecret } from '../../random.ts'
import type { Account } from '../users/account.ts'
import { showMetadata } from '../users/metadata.ts'
import { findAuthUser } from '../users/repository.ts'
import type { SignedIn } from './types.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The lifetime of an access token, in milliseconds. */
export const ACCESS_LIFETIME = 10 * MINUTE
/** The maximum size of the metadata in an access token, in bytes of JSON. Proxies refuse header lines of more than 8 kB. */
const LARGEST_CLAIMS = 4096
/** The lifetime of a session without a refresh, in milliseconds. */
export const REFRESH_LIFETIME = 30 * DAY

/** The fields of a session in its tokens. */
export type GrantedSession = Pick<SessionTable, 'id' | 'aal' | 'amr'>

export const createSessionTokens = (
  keys: Pick<SigningKeys, 'sign'>,
  clock: Pick<Clock, 'now'>,
  { queries }: Pick<Database, 'queries'>,
) => {
  /** Returns the claims with a user's metadata; none if they would make the token too long for a header. */
  const metadataOf = async (id: string) => {
    const user = await findAuthUser(queries, id)
    if (user === undefined) return {}
    const metadata = showMetadata(user)
    return Buffer.byteLength(JSON.stringify(metadata)) > LARGEST_CLAIMS ? {} : metadata
  }

  /** Signs an access token. */
  const grant = async (account: Account, { id: sessionId, aal, amr }: GrantedSession) => ({
    account,
    sessionId,
    needsFactor: account.hasSecondFactor && aal === 'aal1',
    accessToken: await keys.sign(
      {
        userId: account.id,
        sessionId,
        shown: {
          email: account.email,
          phone: '',
          aal,
          amr: JSON.parse(amr) as unknown,
          ...(await metadataOf(account.id)),
        },
      },
      ACCESS_LIFETIME,
    ),
    expiresAt: clock.now() + ACCESS_LIFETIME,
    expiresIn: ACCESS_LIFETIME / 1000,
  })

  return {
    grant,
    /** Signs an access token and generates a refresh token, which becomes valid when it is stored. */
    grantBoth: async (account: Account, session: GrantedSession): Promise<SignedIn> => ({
      ...(await grant(account, session)),
      refreshToken: newSecret(32),
    }),
    /** Stores a refresh token as the first of its session, or as a successor of the token with the id `parentId`. */
    store: async (
      within: Queries,
      { sessionId, refreshToken }: Pick<SignedIn, 'sessionId' | 'refreshToken'>,
      parentId?: string,
    ): Promise<void> => {
      const now = clock.now()
      await insertRow(within, 'refresh_tokens', {
        id: newId(),
        session_id: sessionId,
        parent_id: parentId ?? null,
        hash: digest(refreshToken),
        created_at: now,
        expires_at: now + REFRESH_LIFETIME,
        used_at: null,
      })
    },
  }
}

export type SessionTokens = ReturnType<typeof createSessionTokens>
