import {
  type ApiErrorCode,
  apiErrors,
  type BodyOf,
  type EndpointDefinition,
  type EndpointId,
  errorsOf,
  findEndpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  statusOf,
} from '@netbox/contract'
import { HttpResponse, http, type HttpHandler } from 'msw'
import * as v from 'valibot'
import type { MockData, MockUser } from './mock-data.ts'

/** An error of the mock API. As in the real API, the code determines the status and the text. */
export class MockRefusal extends Error {
  readonly code: ApiErrorCode
  readonly fields: Readonly<Record<string, unknown>>

  constructor(code: ApiErrorCode, fields: Readonly<Record<string, unknown>> = {}) {
    super(code)
    this.code = code
    this.fields = fields
  }
}

/** The arguments of an endpoint of the mock API. If the endpoint is open to anyone, the caller may be undefined. */
export interface MockCall<Id extends EndpointId = EndpointId> {
  readonly id: Id
  readonly params: ParamsOf<Id>
  readonly query: QueryOf<Id>
  readonly body: BodyOf<Id>
  readonly caller: MockUser | undefined
  readonly token: string | undefined
  readonly data: MockData
  readonly request: Request
}

/**
 * A handler of a mocked endpoint. It returns the data that the contract defines or, for a stream, a `Response`. To refuse a call, it
 * throws.
 */
export type MockAnswer<Id extends EndpointId> = (
  call: MockCall<Id>,
) => ResponseOf<Id> | Response | Promise<ResponseOf<Id> | Response>

/** A handler whose endpoint is only known at run time. */
export type AnyAnswer = (call: MockCall) => unknown

/** Handlers of several endpoints, by id. */
export type MockAnswers = { readonly [Id in EndpointId]?: MockAnswer<Id> }

/** Returns the signed-in caller. Throws if there is none. */
export const callerOf = ({ caller }: Pick<MockCall, 'caller'>): MockUser => {
  if (caller === undefined) throw new MockRefusal('unauthorized')
  return caller
}

const refusal = (code: ApiErrorCode, fields: Readonly<Record<string, unknown>> = {}): Response => {
  const { status, message } = apiErrors[code]
  return HttpResponse.json({ error: message, code, request_id: 'mock', ...fields }, { status })
}

/** Returns the error response of an endpoint. Throws if the contract does not allow the code for this endpoint. */
const refusalOf = (id: EndpointId, { code, fields }: Pick<MockRefusal, 'code' | 'fields'>): Response => {
  if (!errorsOf(findEndpoint(id)).includes(code)) throw new TypeError(`The contract has no '${code}' for ${id}.`)
  return refusal(code, fields)
}

const parse = (schema: v.GenericSchema | undefined, value: unknown): unknown => {
  if (schema === undefined) return undefined
  const { success, output, issues } = v.safeParse(schema, value)
  if (success) return output
  const errors = issues.map((issue) => ({ msg: issue.message, path: v.getDotPath(issue) ?? '' }))
  throw new MockRefusal('validation_failed', { errors })
}

const checkAccess = ({ access }: EndpointDefinition, caller: MockUser | undefined): void => {
  if (access === 'anyone' || access === 'refresh') return
  if (caller === undefined || caller.profile.status === 'disabled') throw new MockRefusal('unauthorized')
  if (access === 'admin' && !caller.profile.is_admin) throw new MockRefusal('forbidden')
  if (access === 'enterprise' && caller.profile.plan !== 'enterprise') throw new MockRefusal('upgrade_required')
}

const bodyOf = async ({ body, raw }: EndpointDefinition, request: Request): Promise<unknown> => {
  if (body === undefined) return undefined
  const text = await request.clone().text()
  return parse(body, raw === true ? text : JSON.parse(text))
}

/**
 * Makes the handler of an endpoint from its definition in the contract: method, path, access, input, possible responses.
 * A response that the contract does not allow throws, so that no test passes with such a response.
 */
export const handlerOf = (id: EndpointId, data: MockData, answer: AnyAnswer): HttpHandler => {
  const definition: EndpointDefinition = findEndpoint(id)
  const path = `*/api${definition.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
  const method = definition.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete' // The method in lower case.
  return http[method](path, async ({ request, params }) => {
    const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
    const caller = data.users.find(({ tokens }) => token !== undefined && tokens.includes(token))
    try {
      checkAccess(definition, caller)
      // The cast is safe, because the schemas belong to this endpoint.
      const call = {
        id,
        params: parse(definition.params, params),
        query: parse(definition.query, Object.fromEntries(new URL(request.url).searchParams)),
        body: await bodyOf(definition, request),
        caller,
        token,
        data,
        request,
      } as MockCall
      const response = await answer(call)
      if (response instanceof Response) return response
      v.parse(definition.response, response)
      return HttpResponse.json(response as object, { status: statusOf(definition) }) // The schema has just checked it.
    } catch (error) {
      if (error instanceof MockRefusal) return refusalOf(id, error)
      throw error
    }
  })
}
