import type { TableData } from '../plots/data-table.tsx'

/** A part of a result: single fields, or a list as its own table. */
export type ResultBlock =
  | {
      readonly kind: 'fields'
      readonly fields: readonly { readonly label: string; readonly values: readonly string[] }[]
    }
  | ({ readonly kind: 'table'; readonly label: string } & TableData)

const INITIALS = new Set([
  'ip',
  'asn',
  'ttl',
  'dns',
  'mx',
  'ns',
  'spf',
  'dkim',
  'dmarc',
  'ssl',
  'tls',
  'id',
  'smtp',
  'isp',
  'dnssec',
  'cname',
  'a',
])

/** Converts a JSON name to words: `packets_sent` → `Packets sent`, `ip` → `IP`. */
export const fieldLabel = (name: string): string => {
  const words = name.split('_').map((word) => (INITIALS.has(word) ? word.toUpperCase() : word))
  const label = words.join(' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

type Row = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

const show = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const tableOf = (label: string, rows: readonly Row[]): ResultBlock => {
  const names = Object.keys(rows[0] ?? {})
  return {
    kind: 'table',
    label,
    columns: names.map((name) => ({
      label: fieldLabel(name),
      isNumber: rows.every((row) => row[name] === null || typeof row[name] === 'number'),
    })),
    rows: rows.map((row) => names.map((name) => show(row[name]))),
  }
}

const fieldsOf = (label: string, value: unknown): { label: string; values: string[] }[] => {
  if (isRow(value))
    return Object.entries(value).flatMap(([name, inner]) => fieldsOf(`${label}, ${fieldLabel(name)}`, inner))
  if (Array.isArray(value)) return [{ label, values: value.length === 0 ? ['none'] : value.map(show) }]
  return [{ label, values: [show(value)] }]
}

const isTable = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRow)

/** Lays out a result under its JSON names: single fields first, in order, then each list of objects as a table. */
export const resultBlocks = (result: unknown): ResultBlock[] => {
  if (!isRow(result)) return [{ kind: 'fields', fields: fieldsOf('Result', result) }]
  const entries = Object.entries(result)
  const fields = entries
    .filter(([, value]) => !isTable(value))
    .flatMap(([name, value]) => fieldsOf(fieldLabel(name), value))
  const tables = entries.flatMap(([name, value]) => (isTable(value) ? [tableOf(fieldLabel(name), value)] : []))
  return [...(fields.length === 0 ? [] : [{ kind: 'fields', fields } as const]), ...tables]
}
