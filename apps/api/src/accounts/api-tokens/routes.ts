import type { Clock } from '@netbox/core'
import { type ApiTokens, serializeToken } from './api-tokens.ts'
import type { Routes } from '../../http/handler.ts'
import { readFutureTime } from '../../clock.ts'

export interface TokenRoutesOptions {
  readonly apiTokens: Pick<ApiTokens, 'create' | 'list' | 'revoke'>
  readonly clock: Pick<Clock, 'now'>
}

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
