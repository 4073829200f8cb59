import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ApiErrorCode,
  apiErrorBody,
  apiErrors,
  type EndpointDefinition,
  type EndpointId,
  errorsOf,
  findEndpoint,
  isApiErrorCode,
  type ResponseOf,
  statusOf,
} from '@netbox/contract'
import * as v from 'valibot'
import { expect, inject } from 'vitest'
import type { TestAnswer } from './start-api.ts'

const noted = new Set<string>()

/** Records that an endpoint responded with a code, or with success. `reached-setup.ts` checks at the end that no response is missing. */
const noteReached = (id: string, answer: string): void => {
  const name = `${id} ${answer}`
  if (noted.has(name)) return
  noted.add(name)
  writeFileSync(join(inject('reachedFolder'), name), '')
}

const TEMPORARY: ReadonlySet<string> = new Set([
  'rate_limited',
  'daily_limit_reached',
  'monthly_limit_reached',
  'busy',
  'database_unavailable',
])

const checkError = (endpoint: EndpointDefinition, response: Response, body: unknown): ApiErrorCode => {
  const error = v.parse(apiErrorBody, body)
  expect(error, 'an error has only the fields of the contract').toEqual(body)
  const { code } = error
  if (!isApiErrorCode(code))
    throw new Error(`${endpoint.id} responded with the code ${code}, which its contract does not list.`)
  expect(errorsOf(endpoint), `${endpoint.id} may answer ${code}`).toContain(code)
  expect(response.status).toBe(apiErrors[code].status)
  expect(error.request_id).toBe(response.headers.get('x-request-id'))
  if (TEMPORARY.has(code))
    expect(response.headers.get('retry-after'), `${code} says when to come again`).toMatch(/^\d+$/)
  noteReached(endpoint.id, code)
  return code
}

const checkSuccess = (endpoint: EndpointDefinition, body: unknown): void => {
  const parsed = v.safeParse(endpoint.response, body)
  expect(parsed.issues?.map((issue) => [v.getDotPath(issue), issue.message])).toBeUndefined()
  // The schema drops unknown fields, so this checks that the response has only the contract's fields.
  expect(parsed.output, `${endpoint.id} sends more than the contract says`).toEqual(body)
}

// The cast is safe: callers distinguish responses by status and code.
const answered = <Id extends EndpointId>(
  { status, headers }: Response,
  { text, body, code }: { readonly text: string; readonly body?: unknown; readonly code?: ApiErrorCode },
): TestAnswer<Id> => ({ status, headers, text, code, body: body as ResponseOf<Id> })

/** Reads a response and checks all general promises of the contract and of security. */
export const checkAnswer = async <Id extends EndpointId>(
  id: Id,
  response: Response,
  isAuthenticated: boolean,
): Promise<TestAnswer<Id>> => {
  const endpoint: EndpointDefinition = findEndpoint(id)
  const text = await response.text()
  const { status, headers } = response
  expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.has('x-powered-by')).toBe(false)
  if (isAuthenticated && endpoint.access !== 'anyone') expect(headers.get('cache-control')).toBe('no-store')
  const type = headers.get('content-type') ?? ''
  if (endpoint.stream !== undefined && type.startsWith(endpoint.stream.type)) return answered(response, { text })
  expect(type).toBe('application/json; charset=utf-8')
  const body: unknown = JSON.parse(text)
  if (status >= 400) return answered(response, { text, body, code: checkError(endpoint, response, body) })
  expect(status).toBe(statusOf(endpoint))
  checkSuccess(endpoint, body)
  noteReached(id, 'success')
  return answered(response, { text, body })
}
