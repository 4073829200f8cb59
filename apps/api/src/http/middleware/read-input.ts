import { bodyParser } from '@koa/bodyparser'
import type { EndpointDefinition } from '@netbox/contract'
import compose from 'koa-compose'
import type { Context, Middleware } from 'koa'
import { Refusal } from '../../refusal.ts'
import { type GenericSchema, getDotPath, safeParse } from 'valibot'
import { queryOf, type RequestState } from './request-context.ts'

/** The largest body, in bytes. */
const MAX_BODY = 1_048_576
// The largest body that does not count, in bytes. Larger bodies share a limit on memory while they are read, so that slow senders can't fill
// the memory.
const SMALL_BODY = 65_536
const MEMORY = 64 * MAX_BODY
/** The limit on memory for raw bodies, in bytes. They are read before their sender is known. */
const RAW_MEMORY = 8 * MAX_BODY

const failures: Readonly<Record<number, Refusal['code']>> = { 413: 'payload_too_large', 415: 'unsupported_media_type' }

const fail = (error: Error & { readonly status?: number }): never => {
  throw new Refusal(failures[error.status ?? 400] ?? 'bad_request', { message: 'The body is not JSON.', cause: error })
}

const parser = (isRaw: boolean): Middleware =>
  bodyParser({
    ...(isRaw ? { enableTypes: ['text'], extendTypes: { text: ['application/json'] } } : { enableTypes: ['json'] }),
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
    jsonStrict: false,
    jsonLimit: MAX_BODY,
    textLimit: MAX_BODY,
    onError: fail,
  })

const hasBody = (ctx: Context): boolean =>
  ctx.request.length === undefined ? ctx.get('Transfer-Encoding') !== '' : ctx.request.length > 0

/** Refuses a body that isn't plain JSON before it reads any of it. */
const checkHeaders: Middleware = (ctx, next) => {
  const { length } = ctx.request
  if (!hasBody(ctx)) return next()
  if (!ctx.is('application/json')) throw new Refusal('unsupported_media_type')
  if (!['', 'identity'].includes(ctx.get('Content-Encoding'))) throw new Refusal('unsupported_media_type')
  if ((length ?? 0) > MAX_BODY) throw new Refusal('payload_too_large')
  return next()
}

/** Reads bodies within a shared limit on memory. */
const withinMemory = (limit: number, parse: Middleware): Middleware => {
  let reading = 0
  return async (ctx, next) => {
    // The parser would treat a request that has already ended as aborted.
    if (!hasBody(ctx)) {
      await next()
      return
    }
    const size = ctx.request.length ?? (ctx.get('Transfer-Encoding') === '' ? 0 : MAX_BODY)
    const share = size > SMALL_BODY ? size : 0
    if (reading + share > limit) throw new Refusal('busy', { retryAfter: 1 })
    reading += share
    try {
      await parse(ctx, async () => undefined)
    } finally {
      reading -= share
    }
    await next()
  }
}

/**
 * Creates the body parsers: `ctx.request.body` is the JSON value, or the text of a raw body. All bodies of a kind share one limit on memory.
 */
export const createBodyReaders = () => {
  const json = compose([checkHeaders, withinMemory(MEMORY, parser(false))])
  const raw = compose([checkHeaders, withinMemory(RAW_MEMORY, parser(true))])
  return {
    /** Returns the middleware that reads the body of an endpoint; undefined if the endpoint takes none. */
    readBody: ({ body, raw: isRaw }: EndpointDefinition) => (body === undefined ? undefined : isRaw ? raw : json),
    readJson: json,
  }
}

/** The input of a call: as sent, or as validated. Undefined where the endpoint takes none. */
export interface CallInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** The state of a request whose input was validated. */
export interface ValidState extends RequestState, CallInput {}

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

/** Validates the parameters, the query and the body of a call against the contract. */
export const readInput = ({ params, query, body, raw }: EndpointDefinition, sent: CallInput) => ({
  params: checkParams(params, sent.params),
  query: check(query, sent.query),
  // A missing body counts as an empty one, so that the error lists the required fields.
  body: check(body, sent.body === undefined || sent.body === '' ? (raw ? '' : {}) : sent.body),
})

/** Validates the input of a request and sets it in `ctx.state`. */
export const validate =
  (endpoint: EndpointDefinition): Middleware<ValidState> =>
  (ctx, next) => {
    const query = endpoint.query && Object.fromEntries(queryOf(ctx))
    Object.assign(ctx.state, readInput(endpoint, { params: ctx['params'], query, body: ctx.request.body }))
    return next()
  }
