import type { IncomingMessage } from 'node:http'
import type { EndpointDefinition } from '@netbox/contract'
import { type GenericSchema, getDotPath, safeParse } from 'valibot'
import { ApiError } from './api-error.ts'
import { andThen, type Soon } from '../soon.ts'
import { type BodyReader, isCleanText } from './json-body.ts'

/** What a request brings, checked against its endpoint; undefined where the endpoint takes nothing. */
export interface Input {
  readonly body: unknown
  readonly query: unknown
  readonly params: unknown
}

const check = (schema: GenericSchema, value: unknown): unknown => {
  const result = safeParse(schema, value, { abortPipeEarly: true })
  if (result.success) return result.output
  const errors = result.issues.map((issue) => ({ msg: issue.message, path: getDotPath(issue) ?? '' }))
  throw new ApiError('validation_failed', { errors })
}

const checkTexts = (values: Iterable<string>): void => {
  for (const value of values) if (!isCleanText(value)) throw new ApiError('bad_request')
}

const queryOf = (search: string): Readonly<Record<string, string>> => {
  const query = new URLSearchParams(search)
  checkTexts(query.values())
  return Object.fromEntries(query)
}

/** Reads and checks the parameters, the query and the body of a request: at once when all of it has come. */
export const readInput = (
  { params, query, body, raw }: EndpointDefinition,
  request: IncomingMessage,
  given: { readonly params: Readonly<Record<string, string>>; readonly search: string },
  readBody: BodyReader,
): Soon<Input> => {
  if (params !== undefined) checkTexts(Object.values(given.params))
  const read = {
    params: params === undefined ? undefined : check(params, given.params),
    query: query === undefined ? undefined : check(query, queryOf(given.search)),
  }
  if (body === undefined) return { ...read, body: undefined }
  // No body at all is as good as an empty one: what is required is named then.
  return andThen(readBody(request, raw === true), (sent) => ({ ...read, body: check(body, sent ?? (raw ? '' : {})) }))
}
