import type { RestTable } from './tables-repository.ts'
import { badQuery, badValue, missingValue, noRow, notPermitted } from './errors.ts'
import { Refusal } from '../../refusal.ts'

/** A row from a client. */
export type SentRow = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is SentRow => typeof value === 'object' && value !== null && !Array.isArray(value)

const WORDS: Readonly<Record<string, readonly string[]>> = {
  'profiles.status': ['active', 'disabled'],
  'notifications.type': ['general', 'new_tool', 'service_update'],
}

const checkValue = (table: RestTable, column: string, value: unknown): void => {
  const kind = table.columns[column]
  const words = WORDS[`${table.name}.${column}`]
  if (value === null) return
  if (kind === 'flag' && typeof value !== 'boolean') throw badValue('boolean', value)
  if (words !== undefined && !words.some((word) => word === value)) throw badValue(`enum ${column}`, value)
  if (kind !== 'flag' && typeof value !== 'string') throw badValue('text', value)
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

/** Reads the one row of an insert. */
export const readInsert = (table: RestTable, body: unknown): SentRow => {
  const row: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body
  if (Array.isArray(row)) throw badQuery('Insert one row at a time.')
  if (!isRow(row)) throw noRow()
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
  if (!isRow(body)) throw noRow()
  known(table, table.updatable ?? [], body)
  const empty = Object.keys(body).find((column) => body[column] === null)
  if (empty !== undefined) throw missingValue(table.name, empty)
  return body
}

/** Parses a time as PostgreSQL does: a time without a zone is in UTC. */
export const readTime = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const at = Date.parse(/[\dT:.]+(?:Z|[+-]\d\d:?\d\d)$/i.test(value) || !value.includes('T') ? value : `${value}Z`)
  if (Number.isNaN(at))
    throw new Refusal('22007', { message: `invalid input syntax for type timestamp: "${value.slice(0, 100)}"` })
  return new Date(at).toISOString()
}

/** Parses a password in base64: the base64 of UTF-8 or, as browsers write it (`btoa`), of Latin-1. */
export const readPassword = (value: unknown): string => {
  const text = String(value)
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0 || bytes.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, ''))
    throw new Refusal('validation_failed', { errors: [{ msg: 'Must be base64.', path: 'password' }] })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
