import { type ApiErrorCode, apiErrors } from '../api-errors.ts'
import { type EndpointDefinition, errorsOf } from '../endpoint.ts'
import { failureHeaders, type HeaderRefs } from './headers.ts'

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
