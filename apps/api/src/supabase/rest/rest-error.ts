import { ApiError } from '../../api-error.ts'

interface Details {
  readonly details?: string
  readonly hint?: string
}

/** An error with a code of PostgREST or PostgreSQL, which clients check. */
export class RestError extends ApiError {
  readonly restCode: string
  readonly restStatus: number
  readonly details: string | null
  readonly hint: string | null

  constructor(status: number, restCode: string, message: string, { details, hint }: Details = {}) {
    super('bad_request', { message })
    this.restCode = restCode
    this.restStatus = status
    this.details = details ?? null
    this.hint = hint ?? null
  }
}

/** Returns the error for a query that these tables don't support. */
export const badQuery = (problem: string): RestError => new RestError(400, 'PGRST100', problem)

/** Returns the error for a value that doesn't fit the type of its column. */
export const badValue = (kind: string, value: unknown): RestError =>
  new RestError(400, '22P02', `invalid input syntax for type ${kind}: "${String(value).slice(0, 100)}"`)

/** Returns the error for a body that isn't a row. */
export const noRow = (): RestError => new RestError(400, 'PGRST102', 'Empty or invalid json')

/** Returns the error for a row without the value of a required column. */
export const missingValue = (table: string, column: string): RestError =>
  new RestError(400, '23502', `null value in column "${column}" of relation "${table}" violates not-null constraint`)

/** Returns the error for a forbidden action: 401 for visitors, 403 for all others. */
export const notPermitted = (table: string, isVisitor: boolean): RestError =>
  new RestError(isVisitor ? 401 : 403, '42501', `permission denied for table ${table}`)
