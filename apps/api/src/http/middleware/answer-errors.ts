import { type ApiErrorBody, apiErrors, isApiErrorCode } from '@netbox/contract'
import { ToolError } from '@netbox/core'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { DatabaseUnavailable } from '../../database/database.ts'
import { type DescribeError, type RequestContext, requestFields, type RequestState } from './request-context.ts'
import { contractError, Refusal } from '../../refusal.ts'

/** Converts any error to a refusal, which the client may see. */
export const asRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  if (error instanceof Error && 'code' in error && ['EMFILE', 'ENFILE'].includes(String(error.code)))
    return new Refusal('busy', { retryAfter: 1, cause: error })
  if (error instanceof DatabaseUnavailable) return new Refusal('database_unavailable', { retryAfter: 2, cause: error })
  // Uses core's text and the API's status. An internal error reveals no details.
  if (error instanceof ToolError && isApiErrorCode(error.code) && apiErrors[error.code].status < 500)
    return new Refusal(error.code, { message: error.message })
  return new Refusal('internal_error', { cause: error })
}

export const errorBody = (refusal: Refusal, requestId: string): ApiErrorBody => {
  const { code, message } = contractError(refusal)
  const { errors } = refusal
  return {
    error: message,
    code,
    request_id: requestId,
    ...(errors === undefined ? {} : { errors: errors.map(({ msg, path }) => ({ msg, path })) }),
  }
}

const describe: DescribeError = (refusal, ctx) => ({
  status: contractError(refusal).status,
  body: errorBody(refusal, ctx.state.requestId),
})

// The largest body that is read and dropped, in bytes: twice the largest accepted body. A client that is still sending when the connection
// closes loses the response.
const SKIPPED_BODY = 2_097_152

const answer = (ctx: RequestContext, error: Refusal): void => {
  const { status, body } = (ctx.state.describeError ?? describe)(error, ctx)
  ctx.status = status
  ctx.body = body
  ctx.set('Cache-Control', 'no-store')
  if (status === 401) ctx.set('WWW-Authenticate', 'Bearer')
  if (error.retryAfter !== undefined) ctx.set('Retry-After', String(Math.max(1, Math.ceil(error.retryAfter))))
  if (ctx.req.complete) return
  // Node reads and drops the rest of a small body, so that the client gets the response.
  if ((ctx.request.length ?? Infinity) > SKIPPED_BODY) ctx.set('Connection', 'close')
  ctx.req.resume()
}

const report = (ctx: RequestContext, error: Refusal, log: Logger): void => {
  if (error.code === 'internal_error') log.error({ ...requestFields(ctx), err: error.cause }, 'failed')
  else if (contractError(error).status >= 500)
    log.warn({ ...requestFields(ctx), code: error.code, err: error.cause }, 'refused')
}

/** Responds to thrown errors, and to requests without a response, with the contract's error. */
export const answerErrors =
  (log: Logger): Middleware<RequestState> =>
  async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && !ctx.body) throw new Refusal('not_found')
      if (ctx.status === 405) throw new Refusal('method_not_allowed')
    } catch (thrown) {
      const error = asRefusal(thrown)
      report(ctx, error, log)
      answer(ctx, error)
    }
  }

/** Logs why a started response broke off. A client that has left is not a failure of the service. */
export const reportBroken =
  (log: Logger) =>
  (error: NodeJS.ErrnoException, ctx?: RequestContext): void => {
    const { name, code } = error
    const isGone = name === 'AbortError' || ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes(String(code))
    if (ctx === undefined || isGone) log.debug({ err: error }, 'connection')
    else log.error({ ...requestFields(ctx), err: error }, 'failed')
  }
