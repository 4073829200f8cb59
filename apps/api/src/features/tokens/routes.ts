import type { ApiToken as ApiTokenAnswer } from '@netbox/contract'
import type { Clock } from '@netbox/core'
import { AccountError } from '../../accounts/account-error.ts'
import { type ApiToken, type ApiTokens, MOST_API_TOKENS } from '../../accounts/api-tokens.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Routes } from '../../http/handler.ts'
import { isoTime, isoTimeOrNull } from '../../presenters/iso-time.ts'

/** What the routes need. */
export interface TokenRoutesOptions {
  readonly apiTokens: Pick<ApiTokens, 'create' | 'list' | 'revoke'>
  readonly clock: Pick<Clock, 'now'>
}

const present = ({ id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt }: ApiToken): ApiTokenAnswer => ({
  id,
  name,
  prefix,
  scopes: [...scopes],
  created_at: isoTime(createdAt),
  expires_at: isoTimeOrNull(expiresAt),
  last_used_at: isoTimeOrNull(lastUsedAt),
})

const readExpiry = (text: string | null, now: number): number | null => {
  if (text === null) return null
  const at = Date.parse(text)
  // Written so that a time that the calendar does not have is refused too.
  if (!(at > now))
    throw new ApiError('validation_failed', { errors: [{ msg: 'Must be in the future.', path: 'expires_at' }] })
  return at
}

/** Says of what there are enough. */
const refuseMore = (error: unknown): never => {
  if (error instanceof AccountError && error.code === 'limit_exceeded')
    throw new ApiError('limit_exceeded', {
      message: `You have ${MOST_API_TOKENS} API tokens. Revoke one to make another.`,
    })
  throw error
}

/** Makes the routes of API tokens. */
export const tokenRoutes = ({ apiTokens, clock }: TokenRoutesOptions) =>
  ({
    'tokens.list': async ({ caller }) => ({ tokens: (await apiTokens.list(caller.user.id)).map(present) }),
    'tokens.create': async ({ caller, body: { name, scopes, expires_at } }) => {
      const expiresAt = readExpiry(expires_at, clock.now())
      const made = await apiTokens.create(caller.user, { name, scopes, expiresAt }).catch(refuseMore)
      return { token: made.secret, api_token: present(made.token) }
    },
    'tokens.revoke': async ({ caller, params }) => {
      await apiTokens.revoke(caller.user.id, params.id)
      return { ok: true }
    },
  }) satisfies Routes
