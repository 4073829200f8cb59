import * as v from 'valibot'
import { count, textOrNumber } from './fields.ts'

/** The default number of items on a page. Source: spec §9. */
export const PAGE_SIZE = 50

/** The largest number of items on a page. */
export const MAX_PAGE_SIZE = 200

const LAST_PAGE = 1_000_000

/** Returns the schema of a whole number in a query: accepts text or a number, returns a number. */
const queryNumber = (fallback: number, max: number) =>
  v.pipe(
    v.optional(textOrNumber(), fallback),
    v.metadata({ type: 'integer', minimum: 1, maximum: max }),
    v.transform(String),
    v.regex(/^\d{1,9}$/, 'Must be a whole number.'),
    v.transform(Number),
    v.minValue(1, 'Must be at least 1.'),
    v.maxValue(max, `Must be at most ${max}.`),
  )

/**
 * The schema of the requested page. Source: spec §7, §9.
 *
 * @example
 * import { parse } from 'valibot'
 * parse(pageQuery, { page: '2' }) // => { page: 2, limit: 50 }
 */
export const pageQuery = v.object({
  page: queryNumber(1, LAST_PAGE),
  limit: queryNumber(PAGE_SIZE, MAX_PAGE_SIZE),
})

/** The requested page of a list. */
export type PageQuery = v.InferOutput<typeof pageQuery>

/**
 * Returns the schema of one page of a list; `total` counts all items.
 *
 * @example
 * import { parse } from 'valibot'
 * const users = pageOf(user)
 * parse(users, { items: [], page: 1, limit: 50, total: 0 }).total // => 0
 */
export const pageOf = <const Item extends v.GenericSchema>(item: Item) =>
  v.object({ items: v.array(item), page: count(), limit: count(), total: count() })

/** One page of a list: `page` counts from 1, `limit` is the number of items on a page, `total` the number of all items. */
export interface Page<Item> {
  readonly items: Item[]
  readonly page: number
  readonly limit: number
  readonly total: number
}

/** The schema of the response of an endpoint without other data. */
export const done = v.object({ ok: v.literal(true) })

/** The schema of a response that is the same for known and unknown addresses. */
export const accepted = v.object({ ok: v.literal(true), message: v.string() })

/** The schema of the error of one field; `path` has dots: 'emails.0'. */
const fieldError = v.object({ msg: v.string(), path: v.string() })

/** The schema of the body of every error response. Only `validation_failed` has `errors`. */
export const apiErrorBody = v.object({
  error: v.string(),
  code: v.string(),
  request_id: v.string(),
  errors: v.optional(v.array(fieldError)),
})

/** The body of every error response. */
export type ApiErrorBody = v.InferOutput<typeof apiErrorBody>
