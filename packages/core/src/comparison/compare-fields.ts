/** A value without fields of its own in JSON, or an empty list or object. */
export type FieldValue = string | number | boolean | null | readonly [] | Readonly<Record<string, never>>

/** A field whose value differs between two runs. A side without the field is absent. */
export interface FieldDifference {
  /** The path of the field: `plot.exchanges[0].outcome`. */
  readonly path: string
  readonly a?: FieldValue
  readonly b?: FieldValue
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

const pathOf = (parent: string, key: string): string => {
  if (!IDENTIFIER.test(key)) return `${parent}[${JSON.stringify(key)}]`
  return parent === '' ? key : `${parent}.${key}`
}

const keysOf = (value: unknown): (string | number)[] => {
  if (Array.isArray(value)) return [...value.keys()]
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

const part = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

const isField = (value: unknown): value is FieldValue => value !== undefined && keysOf(value).length === 0

const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null

const isEqual = (a: FieldValue | undefined, b: FieldValue | undefined): boolean =>
  a === b || (isEmpty(a) && isEmpty(b) && Array.isArray(a) === Array.isArray(b))

/** Yields every field of two values in pairs, in their order. */
function* fieldsOf(a: unknown, b: unknown, path: string): Generator<FieldDifference> {
  const keys = new Set([...keysOf(a), ...keysOf(b)])
  // An empty list or object counts as a field only if the other side has no entries either.
  const own = (value: unknown) => (isField(value) && !(isEmpty(value) && keys.size > 0) ? value : undefined)
  const [one, other] = [own(a), own(b)]
  if (one !== undefined || other !== undefined)
    yield { path, ...(one === undefined ? {} : { a: one }), ...(other === undefined ? {} : { b: other }) }
  for (const key of keys)
    yield* fieldsOf(part(a, key), part(b, key), typeof key === 'number' ? `${path}[${key}]` : pathOf(path, key))
}

/** Compares two documents field by field. Returns the number of distinct paths, and the paths whose values differ. */
export const compareFields = (a: unknown, b: unknown): { total: number; differing: FieldDifference[] } => {
  const fields = [...fieldsOf(a, b, '')]
  return { total: fields.length, differing: fields.filter((field) => !isEqual(field.a, field.b)) }
}
