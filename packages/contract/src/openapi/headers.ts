/** The response headers that clients may rely on. */
export const headers = {
  'X-Request-Id': { description: 'Identifies the request in the log of the service.', schema: { type: 'string' } },
  'X-Netbox-Simulated': {
    description: 'Always `true`: the result is made up.',
    schema: { type: 'string', const: 'true' },
  },
  'RateLimit-Limit': { description: 'Requests that a window allows.', schema: { type: 'integer', minimum: 0 } },
  'RateLimit-Remaining': {
    description: 'Requests that are left in this window.',
    schema: { type: 'integer', minimum: 0 },
  },
  'RateLimit-Reset': { description: 'Seconds until the window ends.', schema: { type: 'integer', minimum: 0 } },
  'Retry-After': {
    description: 'Seconds after which another try makes sense.',
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

/** Returns references to the headers of a success. */
export const successHeaders = (simulated: boolean): HeaderRefs =>
  refs(simulated ? [...always, 'X-Netbox-Simulated'] : always)

/** Returns references to the headers of a failure: temporary failures have `Retry-After`. */
export const failureHeaders = (status: number): HeaderRefs =>
  refs(status === 429 || status === 503 ? [...always, 'Retry-After'] : always)
