import { isObject } from '../foundation/is-object.ts'
import { type FieldPath, unknownField, unknownValue, WorldDocumentError, wrongType } from '../errors/document-errors.ts'
import * as schema from './schema.ts'

/** The form of a value in documents, stated once: its type, its JSON Schema, and how netbox reads it. */
export interface Shape<T> {
  readonly schema: schema.Schema<T>
  /** Returns the value in canonical form, and undefined if it says nothing. Throws a `WorldDocumentError` for any other form. */
  readonly read: (value: unknown, path: FieldPath) => T | undefined
}

/** The type of the values of a shape. */
export type Stated<S> = S extends Shape<infer T> ? T : never

type Fields = Readonly<Record<string, Shape<unknown>>>
type Flat<T> = { readonly [K in keyof T]: T[K] }
type ObjectOf<Required extends Fields, Optional extends Fields> = Flat<
  { readonly [K in keyof Required]: Stated<Required[K]> } & { readonly [K in keyof Optional]?: Stated<Optional[K]> }
>

/** The type of an object with optional fields. */
export type ValuesOf<Optional extends Fields> = ObjectOf<{}, Optional>

/** Returns a shape with a description for people who write documents. */
export const described = <T>(description: string, shape: Shape<T>): Shape<T> => ({
  ...shape,
  schema: { ...shape.schema, description },
})

/** Returns a shape whose values code checks further or rewrites. */
export const refined = <T>(shape: Shape<T>, refine: (value: T, path: FieldPath) => T): Shape<T> => ({
  ...shape,
  read: (value, path) => {
    const read = shape.read(value, path)
    return read === undefined ? undefined : refine(read, path)
  },
})

/** Returns a shape in which a value says nothing, because it is the default. */
export const byDefault = <T extends boolean | number>(usual: T, shape: Shape<T>): Shape<T> => ({
  ...shape,
  schema: { ...shape.schema, default: usual },
  read: (value, path) => {
    const read = shape.read(value, path)
    return read === usual ? undefined : read
  },
})

/** Returns the shape of a text. `title` says what the text is, for errors and editors. */
export const text = (title: string, maxLength: number, form?: RegExp): Shape<string> => ({
  schema: { type: 'string', title, maxLength, ...(form === undefined ? {} : { pattern: form.source }) },
  read: (value, path) => {
    if (typeof value !== 'string') throw wrongType(path, 'a text', value)
    if (value.length > maxLength || form?.test(value) === false) throw wrongType(path, title, value)
    return value
  },
})

/** Returns the shape of a whole number. */
export const wholeNumber = (maximum: number): Shape<number> => ({
  schema: { type: 'integer', minimum: 0, maximum },
  read: (value, path) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maximum) return value
    throw wrongType(path, `a whole number from 0 to ${maximum}`, value)
  },
})

/** The shape of true or false. */
export const trueOrFalse: Shape<boolean> = {
  schema: schema.boolean(),
  read: (value, path) => {
    if (typeof value === 'boolean') return value
    throw wrongType(path, 'true or false', value)
  },
}

/** Returns the shape of one of some words. `title` says what they are, for errors and editors. */
export const oneOf = <const Word extends string>(title: string, ...words: readonly Word[]): Shape<Word> => ({
  schema: { ...schema.oneOf(...words), title },
  read: (value, path) => {
    if (typeof value !== 'string') throw wrongType(path, 'a text', value)
    const found = words.find((word) => word === value)
    if (found === undefined) throw unknownValue(path, value, title, words)
    return found
  },
})

/** Returns the shape of a value that may be null. */
export const nullable = <T>(shape: Shape<T>): Shape<T | null> => ({
  schema: schema.nullable(shape.schema),
  read: (value, path) => (value === null ? null : shape.read(value, path)),
})

/** Returns the shape of a list. The error of a list that is too short ends with the advice. */
export const list = <T>(items: Shape<T>, minItems = 0, advice = ''): Shape<readonly T[]> => ({
  schema: { ...schema.list(items.schema), ...(minItems === 0 ? {} : { minItems }) },
  read: (value, path) => {
    if (!Array.isArray(value)) throw wrongType(path, 'a list', value)
    if (value.length < minItems) throw new WorldDocumentError(path, `Expected at least one item.${advice}`)
    return value.flatMap((item: unknown, index) => items.read(item, [...path, index]) ?? [])
  },
})

const entriesOf = (value: unknown, path: FieldPath): [name: string, value: unknown][] => {
  if (!isObject(value)) throw wrongType(path, 'an object', value)
  return Object.entries(value)
}

/**
 * Returns the shape of an object with required and optional fields, and with fields whose names have a pattern. An object without fields says
 * nothing.
 */
export const object = <const Required extends Fields, const Optional extends Fields>(
  required: Required,
  optional: Optional,
  others?: { readonly pattern: RegExp; readonly shape: Shape<unknown> },
): Shape<ObjectOf<Required, Optional>> => {
  const fields: Fields = { ...required, ...optional }
  const names = Object.keys(fields)
  const schemas = (shapes: Fields) =>
    Object.fromEntries(Object.entries(shapes).map(([name, one]) => [name, one.schema]))
  return {
    schema: {
      type: 'object',
      properties: schemas(fields),
      ...(others === undefined ? {} : { patternProperties: { [others.pattern.source]: others.shape.schema } }),
      ...(Object.keys(required).length === 0 ? {} : { required: Object.keys(required) }),
      additionalProperties: false,
    },
    read: (value, path) => {
      const given = new Map(entriesOf(value, path))
      const more = [...given.keys()].filter((name) => !Object.hasOwn(fields, name))
      const unknown = more.find((name) => others?.pattern.test(name) !== true)
      if (unknown !== undefined) throw unknownField(path, unknown, names, others && 'TYPE and a number')
      const read = [...names, ...more.toSorted()].flatMap((name) => {
        const item = given.get(name)
        if (item === undefined && !Object.hasOwn(required, name)) return []
        const found = (fields[name] ?? others?.shape)?.read(item, [...path, name])
        return found === undefined ? [] : [[name, found] as const]
      })
      // The cast is safe: each field has been read by its shape.
      return read.length === 0 ? undefined : (Object.fromEntries(read) as ObjectOf<Required, Optional>)
    },
  }
}

/** Returns the shape of an object that says something even without fields: the entry itself is a statement. */
export const orEmpty = <T extends object>(shape: Shape<T>): Shape<T> => ({
  ...shape,
  // The cast is safe: an object without required fields may be empty.
  read: (value, path) => shape.read(value, path) ?? ({} as T),
})

/** Returns the shape of an object with names of a kind: `canonical` reads a name. The canonical form is sorted; without entries it says nothing. */
export const map = <T>(
  canonical: (name: string, path: FieldPath) => string,
  values: Shape<T>,
): Shape<Readonly<Record<string, T>>> => ({
  schema: { type: 'object', additionalProperties: values.schema },
  read: (value, path) => {
    const found = new Map<string, T | undefined>()
    for (const [key, item] of entriesOf(value, path)) {
      const name = canonical(key, [...path, key])
      if (found.has(name)) throw new WorldDocumentError([...path, key], `${name} is listed twice.`)
      found.set(name, values.read(item, [...path, key]))
    }
    const stated = [...found].flatMap(([name, one]) => (one === undefined ? [] : [[name, one] as const]))
    if (stated.length === 0) return undefined
    return Object.fromEntries(stated.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  },
})

/** Returns the shape of a value with one main field: an object, or the main value alone if no other field is stated. */
export const short = <const Main extends string, T, Optional extends Fields>(
  main: Main,
  value: Shape<T>,
  optional: Optional,
): Shape<T | ObjectOf<Readonly<Record<Main, Shape<T>>>, Optional>> => {
  const long = object({ [main]: value } as Readonly<Record<Main, Shape<T>>>, optional) // The cast is safe: the object has only the key `main`.
  return {
    schema: { anyOf: [value.schema, long.schema] },
    read: (given, path) => {
      // Anything but an object is meant as the main value.
      if (!isObject(given)) return value.read(given, path)
      const read = long.read(given, path)
      return read !== undefined && Object.keys(read).length === 1 ? (read as Readonly<Record<Main, T>>)[main] : read // The cast is safe: `main` is required.
    },
  }
}

/** Returns the shape of a value that is an object or has a simple form. */
export const either = <T, Other extends object>(simple: Shape<T>, other: Shape<Other>): Shape<T | Other> => ({
  schema: { anyOf: [simple.schema, other.schema] },
  read: (value, path) => (isObject(value) ? other.read(value, path) : simple.read(value, path)),
})

/** Returns the shape of a value with another form, which is read if the value has the field `key`. */
export const orWith = <T, Other>(shape: Shape<T>, key: string, other: Shape<Other>): Shape<T | Other> => ({
  schema: { anyOf: [...(shape.schema.anyOf ?? [shape.schema]), other.schema] },
  read: (value, path) => {
    const isOther = typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    return isOther ? other.read(value, path) : shape.read(value, path)
  },
})
