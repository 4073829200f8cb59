import { type ApiErrorCode, type EndpointDefinition, endpoints, errorsOf } from '@netbox/contract'

/** Endpoints that neither use the database nor change anything: their responses come from memory. */
export const FROM_MEMORY: ReadonlySet<string> = new Set([
  'auth.keys',
  'tools.list',
  'tools.get',
  'plans.list',
  'ip.get',
  'captcha.challenge',
])

/** Responses that the contract allows for a kind of endpoint but no test triggers, with the reason. */
const beyondReach: Readonly<Partial<Record<ApiErrorCode, ReadonlySet<string>>>> = {
  database_unavailable: FROM_MEMORY,
  internal_error: FROM_MEMORY,
  // Events from the payment provider are identified by signature, and come from one address.
  rate_limited: new Set(['subscription.webhook']),
}

/** Lists the responses of endpoints that no test has seen, as `auth.login invalid_credentials`. */
export const findUnreached = (
  seen: ReadonlySet<string>,
  all: readonly EndpointDefinition[] = endpoints,
): readonly string[] =>
  all.flatMap((endpoint) => {
    const codes = errorsOf(endpoint).filter((code) => beyondReach[code]?.has(endpoint.id) !== true)
    return ['success', ...codes].map((answer) => `${endpoint.id} ${answer}`).filter((answer) => !seen.has(answer))
  })
