/** The response headers that clients may rely on. */
export const headers = {
  'X-Request-Id': { description: 'Identifies the request in the log of the service.', schema: { type: 'string' } },
  'X-Netbox-Simulated': {
    description: 'Always `true`: the result is simulated.',
    schema: { type: 'string', const: 'true' },
  },
  'RateLimit-Limit': {
    description: 'The maximum number of requests in a window.',
    schema: { type: 'integer', minimum: 0 },
  },
  'RateLimit-Remaining': {
    description: 'The remaining requests in this window.',
    schema: { type: 'integer', minimum: 0 },
  },
  'RateLimit-Reset': { description: 'The seconds until the window ends.', schema: { type: 'integer', minimum: 0 } },
  'Retry-After': {
    description: 'The seconds to wait before a retry.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const

/** The name of a response header. */
export type HeaderName = keyof typeof headers

/** References to some of the headers. */
export type HeaderRefs = Readonly<Partial<Record<HeaderName, { readonly $ref: string }>>>

const refs = (names: readonly HeaderName[]): HeaderRefs =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const always = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

/** Returns references to the headers of a successful response. */
export const successHeaders = (simulated: boolean): HeaderRefs =>
  refs(simulated ? [...always, 'X-Netbox-Simulated'] : always)

/** Returns references to the headers of an error response: temporary errors have `Retry-After`. */
export const failureHeaders = (status: number): HeaderRefs =>
  refs(status === 429 || status === 503 ? [...always, 'Retry-After'] : always)
