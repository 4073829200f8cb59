import { type ApiErrorCode, apiErrors } from '../api-errors.ts'
import { type EndpointDefinition, errorsOf } from '../endpoint.ts'

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
const failureHeaders = (status: number): HeaderRefs =>
  refs(status === 429 || status === 503 ? [...always, 'Retry-After'] : always)

/** One response of an operation. */
export interface ResponseObject {
  readonly description: string
  readonly headers: HeaderRefs
  readonly content: Readonly<Record<string, object>>
}

const reasons: Readonly<Record<number, string>> = {
  400: 'The request is not valid',
  401: 'Not signed in, or the credentials are wrong',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict with the current state',
  413: 'Too large',
  415: 'Not JSON',
  429: 'Too many requests, or a limit is reached',
  500: 'An error in the service',
  502: 'An upstream service did not respond',
  503: 'Not available at the moment',
}

const REQUEST_ID = '3f0c9a52-6f0e-4d3c-9a3e-0b7b6c7f2d11'

/** Returns an example response for each code. */
export const errorExamples = (): Record<string, object> =>
  Object.fromEntries(
    // The cast is safe: the entries of a literal object are its own keys.
    (Object.keys(apiErrors) as ApiErrorCode[]).map((code) => {
      const errors = code === 'validation_failed' ? { errors: [{ msg: 'Is required.', path: 'email' }] } : {}
      return [
        code,
        { summary: code, value: { error: apiErrors[code].message, code, request_id: REQUEST_ID, ...errors } },
      ]
    }),
  )

/** Narrows the body of every error to the codes of one status, so that generated clients know them. */
const errorWith = (codes: readonly ApiErrorCode[]): object => ({
  allOf: [
    { $ref: '#/components/schemas/ApiError' },
    { type: 'object', properties: { code: { type: 'string', enum: codes } }, required: ['code'] },
  ],
})

/** Returns the error responses of an endpoint, by status, with an example for each code. */
export const errorResponses = (endpoint: EndpointDefinition): Record<string, ResponseObject> => {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => apiErrors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
      const description = `${reasons[status] ?? 'Failed'}: ${codes.map((code) => `\`${code}\``).join(', ')}.`
      const content = { 'application/json': { schema: errorWith(codes), examples } }
      return [String(status), { description, headers: failureHeaders(status), content }]
    }),
  )
}
