import { isObject } from '@netbox/core'
import type { JsonValue } from '@netbox/core/web'

/** A mistake in an OpenAPI document. */
export class OpenapiError extends Error {}

const MOST_LEVELS = 32
// References can repeat a small schema without end.
const MOST_OCTETS = 10_000_000
/** The octets that count for a value without characters. */
const SMALLEST = 100

/** Returns a field of an object; undefined for any other value. */
export const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name] // The cast is safe: lists have their items by number too.
    : undefined

const isJsonObject = (value: JsonValue): value is Readonly<Record<string, JsonValue>> => isObject(value)

const listIn = (schema: Readonly<Record<string, unknown>>, field: string): readonly unknown[] =>
  Array.isArray(schema[field]) ? schema[field] : []

const pointerParts = (reference: string): string[] => {
  try {
    const parts = decodeURIComponent(reference.slice(2)).split('/')
    return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  } catch {
    return [reference]
  }
}

/** Returns the value that a document defines for a schema, a header or a media type: the first of these fields that it has. */
const statedIn = (holder: Readonly<Record<string, unknown>>): unknown => {
  const field = ['example', 'examples', 'default', 'const', 'enum'].find((name) => Object.hasOwn(holder, name))
  if (field === undefined) return undefined
  const value = holder[field]
  // The examples of a schema are a list; the examples of a media type have names.
  return field === 'examples' || field === 'enum' ? own(value, '0') : value
}

const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  email: 'user@mail.example',
  hostname: 'shop.example',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://shop.example/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

/** Returns the type of a schema. */
const typeOf = (schema: Readonly<Record<string, unknown>>): unknown => {
  const type = [schema['type']].flat().find((one) => one !== 'null')
  if (type !== undefined) return type
  if (isObject(schema['properties'])) return 'object'
  return 'items' in schema ? 'array' : undefined
}

/** The examples of an OpenAPI document. All functions throw an `OpenapiError` for references that can't be followed. */
export interface OpenapiExamples {
  /** Follows the references of a value within the document (RFC 6901). */
  readonly follow: (value: unknown) => unknown
  /** Returns the stated example of a media type or a header, or an example of its schema; undefined if there is none. */
  readonly statedAt: (holder: unknown) => JsonValue | undefined
  /** Returns an example of a schema, with values by type where it defines none; undefined if it says too little. */
  readonly sample: (schema: unknown) => JsonValue | undefined
}

/** Creates the reader of a document's examples. */
export const createExamples = (document: unknown): OpenapiExamples => {
  let left = MOST_OCTETS
  const open = new Set<unknown>()

  const lead = (reference: string): unknown => {
    const shown = `'${reference.slice(0, 80)}'`
    if (!reference.startsWith('#/'))
      throw new OpenapiError(`${shown} is not in this file. netbox follows only references that begin with #/.`)
    const found = pointerParts(reference).reduce(own, document)
    if (found === undefined) throw new OpenapiError(`The reference ${shown} leads to nothing.`)
    return found
  }

  const targets = new Map<string, unknown>()
  const follow = (value: unknown, level = 0): unknown => {
    const reference = own(value, '$ref')
    if (typeof reference !== 'string') return value
    if (level > MOST_LEVELS)
      throw new OpenapiError(`The reference '${reference.slice(0, 80)}' leads through more than ${MOST_LEVELS} others.`)
    const known = targets.get(reference) ?? follow(lead(reference), level + 1)
    targets.set(reference, known)
    return known
  }

  /** Throws for values that are too large together, and for one that is nested too deeply: an alias of YAML can be inside its own anchor. */
  const measure = (value: unknown, level = 0): void => {
    if (level > MOST_LEVELS) throw new OpenapiError(`The example has more than ${MOST_LEVELS} levels.`)
    left -= typeof value === 'string' ? value.length : SMALLEST
    if (left < 0) throw new OpenapiError('The examples have more than 10 MB.')
    if (typeof value !== 'object' || value === null) return
    for (const [name, item] of Object.entries(value)) {
      left -= name.length
      measure(item, level + 1)
    }
  }

  const measured = (value: unknown): JsonValue | undefined => {
    measure(value)
    // The cast is safe: it is a value of YAML, and core refuses what is not JSON.
    return value as JsonValue | undefined
  }

  const sampleType = (schema: Readonly<Record<string, unknown>>): JsonValue | undefined => {
    const type = typeOf(schema)
    if (type === 'object') {
      const { properties } = schema
      return Object.fromEntries(
        Object.entries(isObject(properties) ? properties : {}).flatMap(([name, property]) => {
          const value = own(follow(property), 'writeOnly') === true ? undefined : sample(property)
          measure(name)
          return value === undefined ? [] : [[name, value]]
        }),
      )
    }
    if (type === 'array') return [sample(schema['items'])].filter((item) => item !== undefined)
    if (type === 'integer' || type === 'number') return Number(schema['minimum'] ?? 0)
    if (type === 'boolean') return true
    return type === 'string' ? (TEXTS[String(schema['format'])] ?? 'string') : undefined
  }

  const sampleChoice = (schemas: readonly unknown[]): JsonValue | undefined => {
    for (const schema of schemas) {
      const value = sample(schema)
      if (value !== undefined) return value
    }
    return undefined
  }

  const sampleOpen = (schema: Readonly<Record<string, unknown>>): JsonValue | undefined => {
    const values = [
      ...listIn(schema, 'allOf').map(sample),
      sampleChoice([...listIn(schema, 'oneOf'), ...listIn(schema, 'anyOf')]),
      sampleType(schema),
    ].filter((value) => value !== undefined)
    const objects = values.filter(isJsonObject)
    // Without Object.assign, for which __proto__ is no common name.
    return objects.length === 0 ? values[0] : Object.fromEntries(objects.flatMap(Object.entries<JsonValue>))
  }

  const sample = (given: unknown): JsonValue | undefined => {
    measure(undefined)
    const schema = follow(given)
    // A schema that contains itself ends where it begins again.
    if (!isObject(schema) || open.has(schema)) return undefined
    const stated = statedIn(schema)
    if (stated !== undefined) return measured(stated)
    if (open.size > MOST_LEVELS) throw new OpenapiError(`The schema has more than ${MOST_LEVELS} levels.`)
    open.add(schema)
    const value = sampleOpen(schema)
    open.delete(schema)
    return value
  }

  const statedAt = (given: unknown): JsonValue | undefined => {
    const holder = follow(given)
    if (!isObject(holder)) return undefined
    const { examples } = holder
    const named = follow(Object.values(isObject(examples) ? examples : {})[0])
    const schema = follow(holder['schema'])
    const values = [
      own(named, 'value'),
      own(named, 'dataValue'),
      statedIn(holder),
      statedIn(isObject(schema) ? schema : {}),
    ]
    return measured(values.find((value) => value !== undefined))
  }

  return { follow, sample, statedAt }
}
