import { MINUTE } from '../../clock.ts'
import type { DatabaseAndClock } from '../../database/database.ts'
import { digest, newId, newLetters } from '../../random.ts'
import { type Account, toAccount } from '../users/account.ts'
import { findApiToken, insertApiToken, listApiTokens, revokeApiToken, touchApiToken } from './repository.ts'
import { Refusal } from '../../refusal.ts'

/** The permissions of API tokens. */
export const apiTokenScopes = ['tools:run', 'tools:read', 'usage:read', 'email:verify'] as const

/** A permission of an API token. */
export type ApiTokenScope = (typeof apiTokenScopes)[number]

/** A token as it appears in lists. */
export type ApiToken = Awaited<ReturnType<typeof listApiTokens>>[number]

/** The fields of a new token. */
export interface NewApiToken {
  readonly name: string
  readonly scopes: readonly ApiTokenScope[]
  readonly expiresAt: number | null
}

/** A valid API token, with its user's account. */
export interface ActiveApiToken {
  readonly account: Account
  readonly token: { readonly id: string; readonly scopes: readonly ApiTokenScope[] }
}

/** The maximum number of tokens per user. */
const MOST_API_TOKENS = 50

const PREFIX = 'nbx_'
// The number of random characters in a token, which have 190 bits together.
const LETTERS = 32
const SHOWN = PREFIX.length + 6
const FORM = /^nbx_[0-9A-Za-z]{32}$/
const MOST_LETTERS_OF_NAME = 100

/** Returns whether a bearer token has the form of an API token. */
export const isApiToken = (bearer: string): boolean => bearer.startsWith(PREFIX)

const isScope = (text: unknown): text is ApiTokenScope => apiTokenScopes.some((scope) => scope === text)

/** Parses the scopes of a row. */
export const readScopes = (json: string): readonly ApiTokenScope[] => {
  const scopes: unknown = JSON.parse(json)
  return Array.isArray(scopes) ? scopes.filter(isScope) : []
}

const refuseOthers = ({ plan }: Pick<Account, 'plan'>): void => {
  if (plan !== 'enterprise') throw new Refusal('upgrade_required')
}

const check = ({ name, scopes, expiresAt }: NewApiToken, now: number): void => {
  const isNamed = name.trim() !== '' && name.length <= MOST_LETTERS_OF_NAME
  if (!isNamed || scopes.length === 0 || !scopes.every(isScope)) throw new Refusal('validation_failed')
  if (expiresAt !== null && expiresAt <= now) throw new Refusal('validation_failed')
}

/** Creates the service of API tokens. */
export const createApiTokens = ({ database, clock }: DatabaseAndClock) => ({
  /**
   * Creates a token; `secret` is shown only once and stored only as a hash. Throws `upgrade_required` without the enterprise plan,
   * `validation_failed` for a blank name, no scope or an expiry in the past, and `limit_exceeded` if the user already has fifty tokens.
   */
  create: async (
    account: Pick<Account, 'id' | 'plan'>,
    wanted: NewApiToken,
  ): Promise<{ readonly secret: string; readonly token: ApiToken }> => {
    refuseOthers(account)
    const now = clock.now()
    check(wanted, now)
    const secret = `${PREFIX}${newLetters(LETTERS)}`
    const row = {
      id: newId(),
      user_id: account.id,
      name: wanted.name.trim(),
      prefix: secret.slice(0, SHOWN),
      hash: digest(secret),
      scopes: JSON.stringify(apiTokenScopes.filter((scope) => wanted.scopes.includes(scope))),
      created_at: now,
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
    if ((found.last_used_at ?? 0) <= now - MINUTE) await touchApiToken(database.writer, found.token_id, now)
    return { account, token: { id: found.token_id, scopes: readScopes(found.scopes) } }
  },
})

/** The service of API tokens. */
export type ApiTokens = ReturnType<typeof createApiTokens>
