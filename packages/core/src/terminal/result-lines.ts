import { clip, padEnd, table, wrap } from './layout.ts'
import type { Style } from './style.ts'

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object'

const show = (value: unknown): string => {
  if (value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listLines = (key: string, items: readonly unknown[], style: Style): string[] => {
  if (items.length === 0) return [`${key}: none`]
  if (!items.every(isRow))
    return [`${key}:`, ...items.flatMap((item) => wrap(show(item), style.width - 2).map((line) => `  ${line}`))]
  const heads = Object.keys(items[0] ?? {})
  const rows = [
    heads.map((text) => ({ text, show: (cell: string) => style.paint('dim', cell) })),
    ...items.map((item) => heads.map((head) => ({ text: show(item[head]) }))),
  ]
  return [`${key}:`, ...table(rows, style.width - 2).map((line) => `  ${line}`)]
}

/** Writes a result field by field under its JSON names: first plain values in their order, then lists as tables. */
export const resultLines = (result: unknown, style: Style): string[] => {
  if (!isRow(result)) return [show(result)]
  const plain = Object.entries(result).filter(([, value]) => isPlain(value))
  const width = Math.max(0, ...plain.map(([key]) => key.length))
  return Object.entries(result).flatMap(([key, value]) => {
    if (Array.isArray(value)) return listLines(key, value, style)
    if (isRow(value))
      return [`${key}:`, ...resultLines(value, { ...style, width: style.width - 2 }).map((line) => `  ${line}`)]
    const indent = Math.min(width, Math.floor(style.width / 2))
    const lines = wrap(show(value), style.width - indent - 2)
    return lines.map(
      (line, index) => `${padEnd(index === 0 ? clip(key, indent) : '', indent)}  ${style.paint('machine', line)}`,
    )
  })
}
