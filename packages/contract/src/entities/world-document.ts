import { isObject, type WorldDocument } from '@netbox/core'
import * as v from 'valibot'

/** The largest world document in a request, in bytes of JSON. */
export const MAX_WORLD_BYTES = 16_384

/** The maximum number of names in a section of a world document, because a run searches all of them for every fact. */
export const MAX_WORLD_NAMES = 100

// The maximum nesting. The deepest valid document nests domains, a name, its records, a type, a record and its field.
const MAX_DEPTH = 8

/** Returns whether a value is nested within the limit; the check recurses no deeper than the limit. */
const isShallow = (value: unknown, depth = MAX_DEPTH): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((item) => isShallow(item, depth - 1)))

/** Returns the limits that a document violates, each with its field unless the limit concerns the whole document. */
const problemsOf = (document: object): { readonly message: string; readonly key?: string }[] => {
  // This check comes first, because the others recurse as deep as the document.
  if (!isShallow(document)) return [{ message: `Must be nested at most ${MAX_DEPTH} levels deep.` }]
  const size = new TextEncoder().encode(JSON.stringify(document)).length
  return [
    ...(size > MAX_WORLD_BYTES
      ? [{ message: `Must have at most ${MAX_WORLD_BYTES} bytes as JSON; it has ${size}.` }]
      : []),
    ...Object.entries(document)
      .filter(([, section]) => isObject(section) && Object.keys(section).length > MAX_WORLD_NAMES)
      .map(([key]) => ({ message: `Must have at most ${MAX_WORLD_NAMES} names.`, key })),
  ]
}

/** The schema of a world document, which defines facts of the world. Core validates it. */
export const worldDocument = v.custom<WorldDocument>(isObject, 'Must be an object.')

/** Returns the check of the limits on a body's world document. */
// The whole body is checked, because a separate pipe for the document would have no component in the OpenAPI document.
export const withinBounds = <Body extends { readonly world?: WorldDocument | null | undefined }>() =>
  v.rawCheck<Body>(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.world == null) return
    const { value: input } = dataset
    const world = { ...input.world }
    for (const { message, key } of problemsOf(world)) {
      const field =
        key === undefined ? [] : [{ type: 'object', origin: 'value', input: world, key, value: undefined } as const]
      addIssue({ message, path: [{ type: 'object', origin: 'value', input, key: 'world', value: world }, ...field] })
    }
  })
