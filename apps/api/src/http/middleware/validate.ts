import type { EndpointDefinition } from '@netbox/contract'
import type { Middleware } from 'koa'
import { type GenericSchema, getDotPath, safeParse } from 'valibot'
import type { Caller } from '../../caller.ts'
import type { RequestState } from './request-context.ts'
import { Refusal } from '../../refusal.ts'

/** The validated input of a request; undefined if the endpoint takes none. */
export interface ValidState extends RequestState {
  caller: Caller
  params: unknown
  query: unknown
  body: unknown
}

const check = (schema: GenericSchema | undefined, value: unknown): unknown => {
  if (schema === undefined) return undefined
  const result = safeParse(schema, value, { abortPipeEarly: true })
  if (result.success) return result.output
  const errors = result.issues.map((issue) => ({ msg: issue.message, path: getDotPath(issue) ?? '' }))
  throw new Refusal('validation_failed', { errors })
}

/** Validates path parameters. Throws `bad_request`, because no field of the body is wrong. */
const checkParams = (schema: GenericSchema | undefined, params: unknown): unknown => {
  try {
    return check(schema, params)
  } catch (cause) {
    throw new Refusal('bad_request', { cause })
  }
}

/** Validates parameters, query and body against the contract and sets them in `ctx.state`. */
export const validate =
  ({ params, query, body, raw }: EndpointDefinition): Middleware<ValidState> =>
  (ctx, next) => {
    // A missing body counts as an empty one, so that the error lists the required fields.
    const sent = ctx.request.body === undefined || ctx.request.body === '' ? (raw ? '' : {}) : ctx.request.body
    ctx.state.params = checkParams(params, ctx['params'])
    ctx.state.query = query && check(query, Object.fromEntries(ctx.URL.searchParams))
    ctx.state.body = check(body, sent)
    return next()
  }
