import { nearest } from './nearest.ts'
import { renamed } from './old-names.ts'
import { ToolError } from './tool-error.ts'
import { clip } from './world-errors.ts'

/** The path to a field of a document, outermost first: `['domains', 'shop.example', 'records', 'MX', 0]`. */
export type FieldPath = readonly (string | number)[]

/**
 * Formats the path of a field.
 *
 * @example
 * writePath(['domains', 'shop.example', 'records', 'MX', 0]) // => 'domains.shop.example.records.MX[0]'
 */
export const writePath = (path: FieldPath): string =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    '',
  )

/** The error of an invalid world document. `path` names the field, so that a caller with the document's text can find the line. */
export class WorldDocumentError extends ToolError {
  readonly path: FieldPath
  /** The message without the path. */
  readonly reason: string

  constructor(
    path: FieldPath,
    reason: string,
    place = writePath(path.map((key) => (typeof key === 'number' ? key : clip(key)))),
  ) {
    super({
      code: 'invalid_input',
      title: 'Invalid world',
      message: `${place === '' ? 'The world' : place}: ${reason}`,
    })
    this.path = path
    this.reason = reason
  }
}

/** Returns the error for a value of the wrong type. */
export const wrongType = (path: FieldPath, wanted: string, actual: unknown): WorldDocumentError =>
  new WorldDocumentError(path, `Expected ${wanted}, not ${describeValue(actual)}.`)

/** Returns the error for an unknown field, with the likely intended one, or with all: `others` names the fields with a pattern. */
export const unknownField = (
  path: FieldPath,
  name: string,
  known: readonly string[],
  others?: string,
): WorldDocumentError => {
  const close = nearest(name, known)
  const all = others === undefined ? known : [...known, others]
  const hint = close === undefined ? `Known fields: ${all.join(', ')}.` : `Did you mean '${close}'?`
  const reason = renamed('field', name, known) ?? `Unknown field '${clip(name)}'. ${hint}`
  return new WorldDocumentError([...path, name], reason)
}

/** Returns the error for a value that the field does not accept. */
export const unknownValue = (
  path: FieldPath,
  value: string,
  what: string,
  known: readonly string[],
): WorldDocumentError =>
  new WorldDocumentError(
    path,
    renamed('value', value, known) ?? `'${clip(value)}' is not a ${what}. Known: ${known.join(', ')}.`,
  )

const describeValue = (value: unknown): string => {
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' ? `'${clip(value)}'` : JSON.stringify(value)
}
