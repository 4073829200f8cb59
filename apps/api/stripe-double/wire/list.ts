import { type Form, numberAt, textAt } from './form.ts'
import { missing, refuse } from './refusal.ts'

/** The parameters that every list takes. */
export const LIST = ['limit', 'starting_after', 'ending_before'] as const

/** One page of a list. */
export interface ListPage<Row> {
  readonly object: 'list'
  readonly data: readonly Row[]
  readonly has_more: boolean
  readonly url: string
}

/** Returns a page of rows, newest first; rows come in the order in which they were made. */
export const listPage = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  form: Form,
  url: string,
): ListPage<Row> => {
  const limit = numberAt(form, 'limit') ?? 10
  if (limit < 1 || limit > 100)
    throw refuse(400, { message: 'This value must be between 1 and 100 (inclusive).', param: 'limit' })
  const newest = rows.toReversed()
  const placeOf = (name: 'starting_after' | 'ending_before'): number | undefined => {
    const id = textAt(form, name)
    if (id === undefined) return undefined
    const place = newest.findIndex((row) => row.id === id)
    if (place === -1) throw missing('object', id, name)
    return place
  }
  const [after, before] = [placeOf('starting_after'), placeOf('ending_before')]
  if (before !== undefined) {
    const data = newest.slice(Math.max(0, before - limit), before)
    return { object: 'list', data, has_more: before > limit, url }
  }
  const start = after === undefined ? 0 : after + 1
  return { object: 'list', data: newest.slice(start, start + limit), has_more: newest.length > start + limit, url }
}
