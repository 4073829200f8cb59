import type { Schema } from './schema.ts'

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

const isOfType = (value: unknown, type: string | readonly string[]): boolean => {
  const actual = typeOf(value)
  return [type].flat().some((wanted) => wanted === actual || (wanted === 'number' && actual === 'integer'))
}

const objectProblems = (schema: Schema<unknown>, value: Record<string, unknown>, path: string): string[] => {
  const properties = schema.properties ?? {}
  const missing = (schema.required ?? []).filter((key) => !(key in value)).map((key) => `${path}.${key} is missing`)
  const extra = Object.keys(value)
    .filter((key) => !(key in properties))
    .map((key) => `${path}.${key} is not in the schema`)
  const wrong = Object.entries(properties).flatMap(([key, property]) =>
    key in value ? problemsOf(property, value[key], `${path}.${key}`) : [],
  )
  return [...missing, ...extra, ...wrong]
}

/** Returns why a value does not match one of core's own schemas; empty if it does. Numbers must be finite. */
export const problemsOf = (schema: Schema<unknown>, value: unknown, path = 'result'): string[] => {
  if (typeof value === 'number' && !Number.isFinite(value)) return [`${path} is ${value}`]
  if (schema.type !== undefined && !isOfType(value, schema.type))
    return [`${path} is ${typeOf(value)}, not ${[schema.type].flat().join(' or ')}`]
  if (schema.enum !== undefined && !schema.enum.some((item) => item === value))
    return [`${path} is none of ${schema.enum.join(', ')}`]
  const { items } = schema
  if (Array.isArray(value) && items !== undefined)
    return value.flatMap((item, index) => problemsOf(items, item, `${path}[${index}]`))
  // `typeOf` tells objects from arrays and null.
  if (typeOf(value) === 'object') return objectProblems(schema, value as Record<string, unknown>, path)
  return []
}
