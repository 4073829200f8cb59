import type { ApiToken as ApiTokenAnswer } from '@netbox/contract'
import type { Clock } from '@netbox/core'
import { type ApiToken, type ApiTokens, readScopes } from './api-tokens.ts'
import type { Routes } from '../../http/handler.ts'
import { isoTime, isoTimeOrNull, readFutureTime } from '../../clock.ts'

/** The dependencies of the routes. */
export interface TokenRoutesOptions {
  readonly apiTokens: Pick<ApiTokens, 'create' | 'list' | 'revoke'>
  readonly clock: Pick<Clock, 'now'>
}

const serializeToken = ({ id, name, prefix, scopes, ...times }: ApiToken): ApiTokenAnswer => ({
  id,
  name,
  prefix,
  scopes: [...readScopes(scopes)],
  created_at: isoTime(times.created_at),
  expires_at: isoTimeOrNull(times.expires_at),
  last_used_at: isoTimeOrNull(times.last_used_at),
})

/** Creates the routes of API tokens. */
export const tokenRoutes = ({ apiTokens, clock }: TokenRoutesOptions) =>
  ({
    'tokens.list': async ({ state: { caller } }) => ({
      tokens: (await apiTokens.list(caller.user.id)).map(serializeToken),
    }),
    'tokens.create': async ({ state: { caller, body } }) => {
      const { name, scopes, expires_at } = body
      const expiresAt = readFutureTime(expires_at, 'expires_at', clock.now())
      const made = await apiTokens.create(caller.user, { name, scopes, expiresAt })
      return { token: made.secret, api_token: serializeToken(made.token) }
    },
    'tokens.revoke': async ({ state: { caller, params } }) => {
      await apiTokens.revoke(caller.user.id, params.id)
      return { ok: true }
    },
  }) satisfies Routes
