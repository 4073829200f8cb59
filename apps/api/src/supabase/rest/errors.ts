import { contractError, Refusal } from '../../refusal.ts'
import { restStatuses } from '../codes.ts'
import type { DescribeError, RequestContext } from '../../http/middleware/request-context.ts'

type RestCode = keyof typeof restStatuses

const isRestCode = (code: string): code is RestCode => Object.hasOwn(restStatuses, code)

const hints: Partial<Readonly<Record<RestCode, string>>> = {
  PGRST106: 'Only the following schemas are exposed: public',
}

/** Returns whether the caller has no session. */
export const isVisitor = (ctx: RequestContext): boolean => ctx.state.caller.kind === 'anyone'

/** Formats a refusal as PostgREST does. */
export const describeRestError: DescribeError = (refusal, ctx) => {
  const table = /^\/rest\/v1\/([^/]+)/.exec(ctx.path)?.[1] ?? ''
  const answer = (status: number, code: string, message: string, details?: string, hint?: string) => ({
    status,
    body: { code, message, details: details ?? null, hint: hint ?? null },
  })
  if (refusal.code === 'forbidden') return describeRestError(notPermitted(table), ctx)
  if (isRestCode(refusal.code)) {
    const status = refusal.code === '42501' && isVisitor(ctx) ? 401 : restStatuses[refusal.code]
    return answer(status, refusal.code, refusal.message, refusal.details, hints[refusal.code])
  }
  const { code, status, message } = contractError(refusal)
  const hasBearer = refusal.reason !== 'invalid_api_key' && ctx.get('Authorization') !== ''
  if (code === 'unauthorized')
    return answer(401, 'PGRST301', isVisitor(ctx) && hasBearer ? 'JWT is invalid or expired' : message)
  if (code === 'not_found')
    return table === 'rpc'
      ? answer(404, 'PGRST202', 'Could not find the function in the schema cache')
      : answer(404, 'PGRST205', 'Could not find the table in the schema cache')
  const problems = refusal.errors?.map(({ path, msg }) => ` ${path}: ${msg}`).join('') ?? ''
  return answer(status, code, `${message}${problems}`)
}

/** Returns the refusal of a query that these tables don't support. */
export const badQuery = (message: string): Refusal => new Refusal('PGRST100', { message })

/** Returns the refusal of a value that doesn't fit the type of its column. The message has no lists and objects, whose text may be endless. */
export const badValue = (kind: string, value: unknown): Refusal => {
  const isShort = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  const shown = isShort ? String(value).slice(0, 100) : Array.isArray(value) ? '[]' : '{}'
  return new Refusal('22P02', { message: `invalid input syntax for type ${kind}: "${shown}"` })
}

/** Returns the refusal of a body that isn't a row. */
export const noRow = (): Refusal => new Refusal('PGRST102', { message: 'Empty or invalid json' })

/** Returns the refusal of a row without the value of a required column. */
export const missingValue = (table: string, column: string): Refusal =>
  new Refusal('23502', {
    message: `null value in column "${column}" of relation "${table}" violates not-null constraint`,
  })

/** Returns the refusal of a forbidden action. */
export const notPermitted = (table: string): Refusal =>
  new Refusal('42501', { message: `permission denied for table ${table}` })
