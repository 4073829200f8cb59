/** Parses JSON; undefined for invalid JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the fields of an object by name; none for any other value. */
export const fieldsOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])

/** Returns whether a value is an object with a text in each of these fields. */
export const hasTexts = (value: unknown, names: readonly string[]): value is object => {
  const fields = fieldsOf(value)
  return names.every((name) => typeof fields.get(name) === 'string')
}
