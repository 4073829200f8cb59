import { isObject, type WorldDocument } from '@netbox/core'

/** One stated fact, as a line of a table. */
export interface FactLine {
  /** Where the document has the fact. */
  readonly path: readonly string[]
  /** The domain, host or address; empty for a fact of the whole world. */
  readonly name: string
  /** The type of the records, or the field. */
  readonly what: string
  readonly values: readonly string[]
}

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : [])

/** Writes a value in words: `state refused, greylist false`. */
const wordsOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(wordsOf).join(', ')
    : isObject(value)
      ? entriesOf(value)
          .map(([field, part]) => `${field} ${wordsOf(part)}`)
          .join(', ')
      : String(value)

/**
 * Writes a record of a document, or of an answer, without its time to live.
 *
 * @example
 * recordText({ priority: 10, exchange: 'mx1.shop.example', ttl: 300 }) // => '10 mx1.shop.example'
 */
export const recordText = (record: unknown): string => {
  if (!isObject(record)) return String(record)
  const { ttl: _ttl, ...fields } = record
  if (Array.isArray(fields['strings'])) return fields['strings'].join('')
  return 'issue' in fields ? wordsOf(fields) : Object.values(fields).map(String).join(' ')
}

const linesOf = (section: string, name: string, facts: unknown): FactLine[] => {
  if (!isObject(facts)) return [{ path: [section, name], name, what: section, values: [wordsOf(facts)] }]
  const { records, ...others } = facts
  return [
    ...entriesOf(records).map(([type, list]) => ({
      path: [section, name, 'records', type],
      name,
      what: type,
      values: [list].flat().map(recordText),
    })),
    ...Object.entries(others).map(([field, value]) => ({
      path: [section, name, field],
      name,
      what: field,
      values: [wordsOf(value)],
    })),
  ]
}

/** Returns the facts of a world document, one a line. */
export const factLines = (document: WorldDocument): readonly FactLine[] =>
  Object.entries(document).flatMap(([section, facts]) =>
    isObject(facts)
      ? Object.entries(facts).flatMap(([name, stated]) => linesOf(section, name, stated))
      : [{ path: [section], name: '', what: section, values: [wordsOf(facts)] }],
  )

/** Removes a fact from a document, and what has no other facts. Returns undefined if nothing is left. */
export const withoutFact = (document: WorldDocument, path: readonly string[]): WorldDocument | undefined => {
  const remove = (value: unknown, [first = '', ...rest]: readonly string[]): unknown => {
    const left = entriesOf(value).flatMap(([key, part]): [string, unknown][] => {
      if (key !== first) return [[key, part]]
      const kept = rest.length === 0 ? undefined : remove(part, rest)
      return kept === undefined ? [] : [[key, kept]]
    })
    return left.length === 0 ? undefined : Object.fromEntries(left)
  }
  // The cast is safe: a document without one of its facts is a document.
  return remove(document, path) as WorldDocument | undefined
}
