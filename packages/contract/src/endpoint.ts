import type { GenericSchema } from 'valibot'
import type { ApiErrorCode } from './api-errors.ts'
import type { TokenScope } from './entities/api-token.ts'
import type { CaptchaPurpose } from './entities/captcha.ts'
import type { ServiceName } from './entities/service-control.ts'

/** The HTTP methods of the API. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * The permitted callers of an endpoint: anyone; the bearer of a session's access token or an API token; only a session; a session on the
 * enterprise plan; an admin's session; or the holder of the refresh token in the body.
 */
export type Access = 'anyone' | 'bearer' | 'session' | 'enterprise' | 'admin' | 'refresh'

/** The stream that an endpoint sends to clients that accept its type. */
export interface Stream {
  readonly type: 'text/event-stream' | 'application/x-ndjson'
  /** The shape of one event's data or of one line. */
  readonly item: GenericSchema
  /** Reads an item that a client received, with defaults for missing fields; undefined for a damaged item. By default, items stay unchanged. */
  readonly read?: (item: unknown) => unknown
}

/** A limit on how often one client address (an IPv6 /64) may call an endpoint. */
export interface RateLimit {
  readonly points: number
  /** The length of the window. */
  readonly seconds: number
  /** Whether all processes share one count. Without it, each process counts separately, which is enough for cheap requests. */
  readonly shared?: true
}

/** One endpoint as data. Routes, client and reference are derived from it. */
export interface EndpointDefinition {
  /** A stable name: 'auth.login'. Its first part is the feature. */
  readonly id: string
  readonly method: Method
  /** The path without the prefix /api, with parameters in braces. */
  readonly path: `/${string}`
  readonly access: Access
  /**
   * The scope that an API token must have; a token without it gets `scope_missing`. A bearer endpoint without a scope accepts any token.
   */
  readonly scope?: TokenScope
  /** Whether an open endpoint does more for a caller with credentials. Other endpoints ignore unneeded credentials. */
  readonly optionalSignIn?: true
  /** The default is `openRateLimit` for the access kinds `anyone` and `refresh`, and no limit for the others. `false` removes the limit. */
  readonly rateLimit?: RateLimit | false
  /** The switch in the admin panel that turns the endpoint off; it then responds with `service_off`. */
  readonly feature?: ServiceName
  /** The purpose of the captcha that anonymous callers must solve once their address has used half of the rate limit. */
  readonly captcha?: CaptchaPurpose
  /** The cache lifetime in seconds of a response that is the same for every caller. */
  readonly maxAge?: number
  /** The path parameters. They accept any text; for an unknown id, the response is `not_found`. */
  readonly params?: GenericSchema<Record<string, unknown>>
  readonly query?: GenericSchema<Record<string, unknown>>
  readonly body?: GenericSchema
  /** Whether the handler gets the body as raw text, to verify its signature. */
  readonly raw?: true
  /** An example body for the reference. */
  readonly example?: unknown
  readonly response: GenericSchema
  /** Whether only the user may call the endpoint: an admin who is viewing as the user can't. */
  readonly confidential?: true
  /** Whether an admin who is viewing as the user may call the endpoint, although it changes data. */
  readonly openToViewers?: true
  /** Whether a session may call the endpoint before the user has passed the second factor. */
  readonly openToFirstFactor?: true
  /** Whether the response is simulated; the header `X-Netbox-Simulated` then says so. */
  readonly simulated?: true
  /** The HTTP status of a successful response; default 200. */
  readonly status?: 200 | 201 | 202
  readonly stream?: Stream
  /** The errors of this endpoint, in addition to the errors of its kind (`errorsOf`). */
  readonly errors: readonly ApiErrorCode[]
  /** One line that begins with a verb. */
  readonly summary: string
  readonly description?: string
}

/** Declares an endpoint. Returns the definition unchanged, with its literal types. */
export const endpoint = <const Definition extends EndpointDefinition>(definition: Definition): Definition => definition

/**
 * Returns the HTTP status of an endpoint's successful response.
 *
 * @example
 * statusOf(findEndpoint('auth.register')) // => 201
 * statusOf(findEndpoint('auth.login')) // => 200
 */
export const statusOf = ({ status = 200 }: EndpointDefinition): number => status

/** Five minutes, in seconds: the window of a rate limit. */
export const FIVE_MINUTES = 300

/** An hour, in seconds: the window of a rate limit. */
export const HOUR = 3600

/** The rate limit of open endpoints. */
const openRateLimit: RateLimit = { points: 600, seconds: 60 }

/**
 * Returns the rate limit of an endpoint for each client address; undefined if there is none.
 *
 * @example
 * rateLimitOf(findEndpoint('auth.recover')) // => { points: 10, seconds: 3600, shared: true }
 * rateLimitOf(findEndpoint('usage.list')) // => undefined
 */
export const rateLimitOf = ({ rateLimit, access }: EndpointDefinition): RateLimit | undefined => {
  if (rateLimit === false) return undefined
  return rateLimit ?? (access === 'anyone' || access === 'refresh' ? openRateLimit : undefined)
}

/**
 * Returns whether an endpoint changes data of an identified caller. Open endpoints, such as `auth.register`, don't count.
 *
 * @example
 * isWrite(findEndpoint('tokens.create')) // => true
 * isWrite(findEndpoint('usage.list')) // => false
 */
export const isWrite = ({ method, access }: EndpointDefinition): boolean =>
  method !== 'GET' && (access === 'bearer' || access === 'session' || access === 'enterprise' || access === 'admin')

/**
 * Returns whether an endpoint refuses an admin who is viewing as a user, because the endpoint changes data or is only for the user.
 *
 * @example
 * isClosedToViewers(findEndpoint('tokens.create')) // => true
 * isClosedToViewers(findEndpoint('usage.list')) // => false
 */
export const isClosedToViewers = (definition: EndpointDefinition): boolean =>
  definition.confidential === true || (isWrite(definition) && definition.openToViewers !== true)

const asksWhoCalls = ({ access, optionalSignIn }: EndpointDefinition): boolean =>
  (access !== 'anyone' && access !== 'refresh') || optionalSignIn === true

const accessErrors = {
  anyone: [],
  // The plan of an API token's owner may have ended; the service checks that before the token's scope.
  bearer: ['unauthorized', 'upgrade_required'],
  session: ['unauthorized', 'forbidden', 'upgrade_required'],
  enterprise: ['unauthorized', 'forbidden', 'upgrade_required'],
  admin: ['unauthorized', 'forbidden', 'upgrade_required'],
  refresh: ['session_not_found'],
} as const satisfies Record<Access, readonly ApiErrorCode[]>

/**
 * Lists the errors of an endpoint without duplicates: its own, and the errors of its access and input checks.
 *
 * @example
 * errorsOf(findEndpoint('usage.list')).slice(0, 2) // => ['unauthorized', 'upgrade_required']
 * errorsOf(findEndpoint('auth.login')).includes('invalid_credentials') // => true
 */
export const errorsOf = (definition: EndpointDefinition): ApiErrorCode[] => {
  const { access, scope, params, query, body, raw, openToFirstFactor, errors } = definition
  // A raw body accepts any text.
  const readsBody = body !== undefined && raw !== true
  const all: ApiErrorCode[] = [
    ...accessErrors[access],
    ...(scope === undefined ? [] : (['unauthorized', 'upgrade_required', 'scope_missing'] as const)),
    ...(asksWhoCalls(definition) && openToFirstFactor !== true ? (['second_factor_required'] as const) : []),
    // While an admin views as a user, admin endpoints respond with `forbidden`, as they do to that user.
    ...(isClosedToViewers(definition) && access !== 'admin' ? (['read_only'] as const) : []),
    ...(params !== undefined || readsBody ? (['bad_request'] as const) : []),
    ...(readsBody || query !== undefined ? (['validation_failed'] as const) : []),
    ...(body === undefined ? [] : (['payload_too_large', 'unsupported_media_type'] as const)),
    ...errors,
    ...(rateLimitOf(definition) === undefined ? [] : (['rate_limited'] as const)),
    'internal_error',
    'busy',
    'database_unavailable',
  ]
  return [...new Set(all)]
}
