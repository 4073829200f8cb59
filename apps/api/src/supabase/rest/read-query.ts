import { isObject } from '@netbox/core'
import { badQuery, badValue, missingValue, noRow, notPermitted } from './errors.ts'
import { Refusal } from '../../refusal.ts'
import { fromUuid, isUuid } from '../../random.ts'
import type { RestTable } from './tables-repository.ts'

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

const readOrder = (table: RestTable, text: string): readonly Order[] => {
  const order = new Map<string, Order>()
  for (const item of text.split(',')) {
    const [, column = '', direction = 'asc', nulls] = ORDER.exec(item) ?? []
    if (!Object.hasOwn(table.columns, column)) throw badQuery(`"failed to parse order (${item.slice(0, 100)})"`)
    // PostgreSQL treats null as greater than every value.
    const isLast = nulls === undefined ? direction === 'asc' : nulls === 'last'
    // Another mention of a column has no effect. Databases refuse thousands of them.
    if (!order.has(column)) order.set(column, { column, isDescending: direction === 'desc', isNullLast: isLast })
  }
  return [...order.values()]
}

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

/** A row from a client. */
export type SentRow = Readonly<Record<string, unknown>>

const WORDS: Readonly<Record<string, readonly string[]>> = {
  'profiles.status': ['active', 'disabled'],
  'notifications.type': ['general', 'new_tool', 'service_update'],
}

// Longer than any valid text, and short enough for every check.
const LONGEST_TEXT = 10_000

const checkValue = (table: RestTable, column: string, value: unknown): void => {
  const kind = table.columns[column]
  const words = WORDS[`${table.name}.${column}`]
  if (value === null) return
  if (kind === 'flag' && typeof value !== 'boolean') throw badValue('boolean', value)
  if (words !== undefined && !words.some((word) => word === value)) throw badValue(`enum ${column}`, value)
  if (kind !== 'flag' && (typeof value !== 'string' || value.length > LONGEST_TEXT)) throw badValue('text', value)
}

const known = (table: RestTable, writable: readonly string[], row: SentRow): void => {
  for (const [column, value] of Object.entries(row)) {
    if (!Object.hasOwn(table.columns, column) && !writable.includes(column))
      throw new Refusal('PGRST204', {
        message: `Could not find the '${column.slice(0, 100)}' column of '${table.name}' in the schema cache`,
      })
    if (!writable.includes(column)) throw notPermitted(table.name)
    checkValue(table, column, value)
  }
}

export const readInsert = (table: RestTable, body: unknown): SentRow => {
  const row: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body
  if (Array.isArray(row)) throw badQuery('Insert one row at a time.')
  if (!isObject(row)) throw noRow()
  const { insertable = {} } = table
  known(table, Object.keys(insertable), row)
  const missing = Object.keys(insertable).find(
    (column) => insertable[column] === true && (row[column] ?? null) === null,
  )
  if (missing !== undefined) throw missingValue(table.name, missing)
  return row
}

/** Reads the columns of an update. */
export const readUpdate = (table: RestTable, body: unknown): SentRow => {
  if (!isObject(body)) throw noRow()
  known(table, table.updatable ?? [], body)
  const empty = Object.keys(body).find((column) => body[column] === null)
  if (empty !== undefined) throw missingValue(table.name, empty)
  return body
}

const ZONED = /[\dT:.](?:Z|[+-]\d\d:?\d\d)$/i

/** Parses a time as PostgreSQL does: a time without a zone is in UTC. */
export const readTime = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const at = Date.parse(ZONED.test(value) || !value.includes('T') ? value : `${value}Z`)
  if (Number.isNaN(at))
    throw new Refusal('22007', { message: `invalid input syntax for type timestamp: "${value.slice(0, 100)}"` })
  return new Date(at).toISOString()
}

// The digits of base64, with any number of padding characters after them.
const BASE64 = /^([A-Za-z\d+/]+)=*$/

/** Parses a password in base64: the base64 of UTF-8 or, as browsers write it (`btoa`), of Latin-1. */
export const readPassword = (value: unknown): string => {
  const [, digits = ''] = BASE64.exec(String(value)) ?? []
  const bytes = Buffer.from(digits, 'base64')
  if (bytes.length === 0 || bytes.toString('base64').replace(/=+$/, '') !== digits)
    throw new Refusal('validation_failed', { errors: [{ msg: 'Must be base64.', path: 'password' }] })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
