/** Reads JSON, whatever it holds; undefined for what is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Gives the fields of any value by their names: of what is no object there are none. */
export const fieldsOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
