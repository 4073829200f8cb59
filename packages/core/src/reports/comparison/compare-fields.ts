/** Is one value of a run that JSON has no parts of; an empty list or object counts as one. */
export type FieldValue = string | number | boolean | null | readonly [] | Readonly<Record<string, never>>

/** Is a field whose value differs between two runs. A side without the field is absent. */
export interface FieldDifference {
  /** Where the field is: `plot.exchanges[0].outcome`. */
  readonly path: string
  readonly a?: FieldValue
  readonly b?: FieldValue
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

const pathOf = (parent: string, key: string): string => {
  if (!IDENTIFIER.test(key)) return `${parent}[${JSON.stringify(key)}]`
  return parent === '' ? key : `${parent}.${key}`
}

const collect = (value: unknown, path: string, fields: Map<string, FieldValue>): void => {
  if (Array.isArray(value)) {
    if (value.length === 0) fields.set(path, [])
    for (const [index, item] of value.entries()) collect(item, `${path}[${index}]`, fields)
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    if (entries.length === 0) fields.set(path, {})
    for (const [key, item] of entries) collect(item, pathOf(path, key), fields)
  } else if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    fields.set(path, value)
}

/** Lists every value of a document under its path, in the order of the document. */
export const fieldsOf = (document: unknown): Map<string, FieldValue> => {
  const fields = new Map<string, FieldValue>()
  collect(document, '', fields)
  return fields
}

const isEqual = (a: FieldValue | undefined, b: FieldValue | undefined): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** Compares two documents field by field: how many paths there are in either, and those that differ. */
export const compareFields = (a: unknown, b: unknown): { total: number; differing: FieldDifference[] } => {
  const inA = fieldsOf(a)
  const inB = fieldsOf(b)
  const paths = [...new Set([...inA.keys(), ...inB.keys()])]
  const differing = paths.flatMap((path): FieldDifference[] => {
    const [one, other] = [inA.get(path), inB.get(path)]
    if (isEqual(one, other)) return []
    return [{ path, ...(one === undefined ? {} : { a: one }), ...(other === undefined ? {} : { b: other }) }]
  })
  return { total: paths.length, differing }
}
