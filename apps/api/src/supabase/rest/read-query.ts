import { fromUuid, isUuid } from '../../uuid.ts'
import type { RestTable } from './tables-repository.ts'
import { badQuery, badValue } from './errors.ts'

/** One column of the sort order. */
export interface Order {
  readonly column: string
  readonly isDescending: boolean
  readonly isNullLast: boolean
}

/** The rows and columns of a request. */
export interface RestQuery {
  readonly columns: readonly string[]
  /** The required values of columns, in their stored form. */
  readonly filters: ReadonlyMap<string, string>
  readonly order: readonly Order[]
  readonly limit: number
  readonly offset: number
}

/** The maximum number of rows in one response. */
const MOST_ROWS = 1000

const FILTERS: ReadonlySet<string> = new Set(['id', 'user_id'])
const STORED_ID = /^[\da-z]{26}$/

const readColumns = (table: RestTable, text: string): readonly string[] => {
  const all = Object.keys(table.columns)
  const names = text.split(',').map((name) => name.trim().replaceAll('"', ''))
  const unknown = names.find((name) => name !== '*' && !all.includes(name))
  if (unknown !== undefined) throw badQuery(`"failed to parse select parameter (${text.slice(0, 100)})"`)
  return names.includes('*') ? all : [...new Set(names)]
}

const ORDER = /^(\w+)(?:\.(asc|desc))?(?:\.nulls(first|last))?$/

const readOrder = (table: RestTable, text: string): readonly Order[] =>
  text.split(',').map((item) => {
    const [, column = '', direction = 'asc', nulls] = ORDER.exec(item) ?? []
    if (!Object.hasOwn(table.columns, column)) throw badQuery(`"failed to parse order (${item.slice(0, 100)})"`)
    // PostgreSQL treats null as greater than every value.
    const isLast = nulls === undefined ? direction === 'asc' : nulls === 'last'
    return { column, isDescending: direction === 'desc', isNullLast: isLast }
  })

const readCount = (name: string, text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw badQuery(`"failed to parse ${name} (${text.slice(0, 100)})"`)
  return Number(text)
}

const readFilter = (table: RestTable, name: string, text: string): string => {
  if (!FILTERS.has(name) || !Object.hasOwn(table.columns, name) || !text.startsWith('eq.'))
    throw badQuery(`"failed to parse filter (${name}=${text.slice(0, 100)})"`)
  const value = text.slice('eq.'.length)
  if (table.columns[name] === 'id' && !isUuid(value) && !STORED_ID.test(value)) throw badValue('uuid', value)
  return fromUuid(value)
}

/** Parses the query of a request. Throws `PGRST100` for anything that these tables don't support. */
export const readQuery = (table: RestTable, params: URLSearchParams): RestQuery => {
  let columns: readonly string[] = Object.keys(table.columns)
  let order: readonly Order[] = []
  let limit = MOST_ROWS
  let offset = 0
  const filters = new Map<string, string>()
  for (const [name, text] of params) {
    if (name === 'select') columns = readColumns(table, text === '' ? '*' : text)
    else if (name === 'order') order = readOrder(table, text)
    else if (name === 'limit') limit = Math.min(readCount(name, text), MOST_ROWS)
    else if (name === 'offset') offset = readCount(name, text)
    // The columns of an insert are in its body.
    else if (name === 'columns') continue
    else if (filters.has(name)) throw badQuery(`"failed to parse filter (${name} is there twice)"`)
    else filters.set(name, readFilter(table, name, text))
  }
  return { columns, filters, order, limit, offset }
}
