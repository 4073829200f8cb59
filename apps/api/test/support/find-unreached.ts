import { type ApiErrorCode, type EndpointDefinition, endpoints, errorsOf } from '@netbox/contract'

/** Endpoints that ask nothing of the database and change nothing: what they say is in memory. */
export const FROM_MEMORY: ReadonlySet<string> = new Set([
  'auth.keys',
  'tools.list',
  'tools.get',
  'plans.list',
  'ip.get',
  'captcha.challenge',
])

/** Responses that a kind of endpoint may give, and why no test triggers them: the contract only allows them. */
const beyondReach: Readonly<Partial<Record<ApiErrorCode, ReadonlySet<string>>>> = {
  database_unavailable: FROM_MEMORY,
  internal_error: FROM_MEMORY,
  // Events of the payment provider are known by their signature, and come from one address.
  rate_limited: new Set(['subscription.webhook']),
}

/** Lists which answers of which endpoints are not among those that were seen, as `auth.login invalid_credentials`. */
export const findUnreached = (
  seen: ReadonlySet<string>,
  all: readonly EndpointDefinition[] = endpoints,
): readonly string[] =>
  all.flatMap((endpoint) => {
    const codes = errorsOf(endpoint).filter((code) => beyondReach[code]?.has(endpoint.id) !== true)
    return ['success', ...codes].map((answer) => `${endpoint.id} ${answer}`).filter((answer) => !seen.has(answer))
  })
