import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { done } from '../entities/page.ts'
import { apiToken, tokenScopes } from '../entities/api-token.ts'
import { choice, fields, idParams, instant, line } from '../entities/fields.ts'

/** The endpoints of API tokens. */
export const tokenEndpoints = [
  endpoint({
    id: 'tokens.list',
    method: 'GET',
    path: '/tokens',
    access: 'session',
    response: v.object({ tokens: v.array(apiToken) }),
    errors: [],
    summary: 'Lists your API tokens',
    description: 'You can list and revoke tokens on every plan.',
  }),
  endpoint({
    id: 'tokens.create',
    method: 'POST',
    path: '/tokens',
    access: 'enterprise',
    body: fields({
      name: line(100),
      scopes: v.pipe(
        v.array(choice(tokenScopes), 'Must be a list.'),
        v.minLength(1, 'Must not be empty.'),
        v.maxLength(16),
      ),
      expires_at: v.optional(v.nullable(instant()), null),
    }),
    example: { name: 'Nightly report', scopes: ['tools:run'], expires_at: '2027-01-01T00:00:00Z' },
    response: v.object({ token: v.string(), api_token: apiToken }),
    status: 201,
    errors: ['limit_exceeded'],
    summary: 'Creates an API token',
    description: 'The token is shown only once. It works while you are on the enterprise plan.',
  }),
  endpoint({
    id: 'tokens.revoke',
    method: 'DELETE',
    path: '/tokens/{id}',
    access: 'session',
    params: idParams,
    response: done,
    errors: ['not_found'],
    summary: 'Revokes an API token',
  }),
] as const
