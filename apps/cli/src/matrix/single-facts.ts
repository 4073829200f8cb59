import { isDeepStrictEqual } from 'node:util'
import { isObject } from '@netbox/core'

/** One fact of a world document: where it is, and its value. */
export interface SingleFact {
  readonly path: readonly string[]
  readonly value: unknown
  /** The value in the healthy world; undefined if nobody compared. */
  readonly usual?: unknown
}

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : [])

/** Takes a document apart into its fields below each name: `hosts`, `mx1.shop.example`, `smtp`, `state`. Lists stay whole. */
export const singleFacts = (document: unknown, path: readonly string[] = []): SingleFact[] =>
  entriesOf(document).flatMap(([key, value]) =>
    isObject(value) && !Array.isArray(value) ? singleFacts(value, [...path, key]) : [{ path: [...path, key], value }],
  )

const valueAt = (document: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => entriesOf(value).find(([name]) => name === key)?.[1], document)

/** Returns the facts of a document that differ from the healthy world. */
export const differingFacts = (document: unknown, healthy: unknown): SingleFact[] =>
  singleFacts(document).flatMap(({ path, value }) => {
    const usual = valueAt(healthy, path)
    return isDeepStrictEqual(value, usual) ? [] : [{ path, value, usual }]
  })

const withFact = (document: unknown, [key = '', ...rest]: readonly string[], value: unknown): object => {
  const entries = Object.fromEntries(entriesOf(document))
  return { ...entries, [key]: rest.length === 0 ? value : withFact(entries[key], rest, value) }
}

/** Puts a document together again. */
export const documentWith = (facts: readonly SingleFact[]): object =>
  facts.reduce<object>((document, { path, value }) => withFact(document, path, value), {})
