import { type EndpointDefinition, type EndpointId, findEndpoint } from '@netbox/contract'
import { andThen, type Soon } from '../soon.ts'
import { ApiError } from './api-error.ts'
import { limiterKey } from './client-address.ts'
import type { RateLimiter, RateState } from './rate-limiter.ts'
import { type AddressPolicy, addressPolicy, BAD_BEARERS } from './rate-policies.ts'

/** The two limiters: one that all processes share, one of this process. */
export interface RateLimiters {
  readonly shared: RateLimiter
  readonly local: RateLimiter
}

/** Limits what one address may do, at once where the limiter does. Throws `rate_limited`. */
export interface RateGate {
  /** Counts a call of an open endpoint. */
  pass(endpoint: EndpointDefinition, address: string, setHeader: SetHeader): Soon<void>
  /** Counts a credential that was wrong. */
  badBearer(address: string, setHeader: SetHeader): Soon<void>
}

type SetHeader = (name: string, value: string) => void

/** Tells clients what is left (draft-ietf-httpapi-ratelimit-headers). */
export const setRateHeaders = (
  setHeader: SetHeader,
  { points, remaining, reset }: Omit<RateState, 'granted' | 'seconds'>,
) => {
  setHeader('RateLimit-Limit', String(points))
  setHeader('RateLimit-Remaining', String(remaining))
  setHeader('RateLimit-Reset', String(reset))
}

const keyOf = (name: string, address: string): string => `${name}|${limiterKey(address)}`

/** Makes the gate. IPv6 addresses count by their /64 network. */
export const createRateGate = ({ shared, local }: RateLimiters): RateGate => {
  const take = (name: string, policy: AddressPolicy, address: string, setHeader: SetHeader) => {
    const limiter = policy.shared ? shared : local
    return andThen(limiter.take(keyOf(name, address), policy), (state) => {
      setRateHeaders(setHeader, state)
      if (!state.granted) throw new ApiError('rate_limited', { retryAfter: state.reset })
    })
  }
  return {
    pass: (endpoint, address, setHeader) => {
      const policy = addressPolicy(endpoint)
      return policy === undefined ? undefined : take(endpoint.id, policy, address, setHeader)
    },
    badBearer: (address, setHeader) => take('bearer', BAD_BEARERS, address, setHeader),
  }
}

/** Makes what tells whether an address has used more than half of what it may call of an endpoint. It counts nothing. */
export const halfOfLimit =
  ({ shared, local }: RateLimiters) =>
  async (id: EndpointId, address: string): Promise<boolean> => {
    const policy = addressPolicy(findEndpoint(id))
    if (policy === undefined) return false
    return (await (policy.shared ? shared : local).used(keyOf(id, address), policy)) > policy.points / 2
  }
