import { type TokenScope, tokenScopes } from '@netbox/contract'
import { isoTime, isoTimeOrNull, MINUTE } from '../../clock.ts'
import type { DatabaseAndClock } from '../../database/database.ts'
import { updateRow } from '../../database/dialects.ts'
import { digest, newId, newLetters } from '../../random.ts'
import { type Account, toAccount } from '../users/account.ts'
import { findApiToken, insertApiToken, listApiTokens, revokeApiToken } from './repository.ts'
import { Refusal } from '../../refusal.ts'

/** A token as it appears in lists. */
export type ApiToken = Awaited<ReturnType<typeof listApiTokens>>[number]

export interface NewApiToken {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly expiresAt: number | null
}

/** A valid API token, with its user's account. */
export interface ActiveApiToken {
  readonly account: Account
  readonly token: { readonly id: string; readonly scopes: readonly TokenScope[] }
}

/** The maximum number of tokens per user. */
const MOST_API_TOKENS = 50

const PREFIX = 'nbx_'
// The number of random characters in a token, which have 190 bits together.
const LETTERS = 32
const SHOWN = PREFIX.length + 6
const FORM = /^nbx_[0-9A-Za-z]{32}$/

/** Returns whether a bearer token has the form of an API token. */
export const isApiToken = (bearer: string): boolean => bearer.startsWith(PREFIX)

/** Parses the scopes of a row. */
const readScopes = (json: string): TokenScope[] => {
  // The cast is safe: only netbox writes this column.
  const scopes = JSON.parse(json) as readonly string[]
  return tokenScopes.filter((scope) => scopes.includes(scope))
}

/** Serializes a token for its owner. */
export const serializeToken = ({ id, name, prefix, scopes, ...times }: ApiToken) => ({
  id,
  name,
  prefix,
  scopes: readScopes(scopes),
  created_at: isoTime(times.created_at),
  expires_at: isoTimeOrNull(times.expires_at),
  last_used_at: isoTimeOrNull(times.last_used_at),
})

const refuseOthers = ({ plan }: Pick<Account, 'plan'>): void => {
  if (plan !== 'enterprise') throw new Refusal('upgrade_required')
}

export const createApiTokens = ({ database, clock }: DatabaseAndClock) => ({
  /**
   * Creates a token; `secret` is shown only once and stored only as a hash. Throws `upgrade_required` without the enterprise plan, and
   * `limit_exceeded` if the user already has fifty tokens.
   */
  create: async (
    account: Pick<Account, 'id' | 'plan'>,
    wanted: NewApiToken,
  ): Promise<{ readonly secret: string; readonly token: ApiToken }> => {
    refuseOthers(account)
    const secret = `${PREFIX}${newLetters(LETTERS)}`
    const row = {
      id: newId(),
      user_id: account.id,
      name: wanted.name.trim(),
      prefix: secret.slice(0, SHOWN),
      hash: digest(secret),
      scopes: JSON.stringify(tokenScopes.filter((scope) => wanted.scopes.includes(scope))),
      created_at: clock.now(),
      expires_at: wanted.expiresAt,
      last_used_at: null,
      revoked_at: null,
    }
    if (!(await database.transaction((queries) => insertApiToken(queries, row, MOST_API_TOKENS))))
      throw new Refusal('limit_exceeded', {
        message: `You have ${MOST_API_TOKENS} API tokens. Revoke one to make another.`,
      })
    return { secret, token: row }
  },

  /** Lists a user's tokens, newest first. */
  list: (userId: string): Promise<readonly ApiToken[]> => listApiTokens(database.queries, userId),

  /** Revokes a user's token; its next use fails. Throws `not_found` for another user's token and for a missing one. */
  revoke: async (userId: string, id: string): Promise<void> => {
    if (!(await revokeApiToken(database.writer, userId, id, clock.now()))) throw new Refusal('not_found')
  },

  /**
   * Finds the owner of a token, in one indexed read; undefined if the token is not valid. Throws `upgrade_required` if the user is no
   * longer on the enterprise plan.
   */
  authenticate: async (secret: string): Promise<ActiveApiToken | undefined> => {
    if (!FORM.test(secret)) return undefined
    const found = await findApiToken(database.queries, digest(secret))
    const now = clock.now()
    if (found === undefined || found.revoked_at !== null || (found.token_expires_at ?? Infinity) <= now)
      return undefined
    const account = toAccount(found, now)
    if (account.status === 'disabled') return undefined
    refuseOthers(account)
    if ((found.last_used_at ?? 0) <= now - MINUTE)
      await updateRow(database.writer, 'api_tokens', found.token_id, { last_used_at: now })
    return { account, token: { id: found.token_id, scopes: readScopes(found.scopes) } }
  },
})

export type ApiTokens = ReturnType<typeof createApiTokens>
