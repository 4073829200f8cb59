import { nearest } from './nearest.ts'
import { ToolError } from './tool-error.ts'
import { clip } from './world-errors.ts'

/** Names a field of a document, from the outside in: `['domains', 'shop.example', 'records', 'MX', 0]`. */
export type FieldPath = readonly (string | number)[]

/**
 * Writes the path of a field.
 *
 * @example
 * writePath(['domains', 'shop.example', 'records', 'MX', 0]) // => 'domains.shop.example.records.MX[0]'
 */
export const writePath = (path: FieldPath): string =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    '',
  )

/** The error of an invalid world document. `path` names the field, so that a reader of text can find its line. */
export class WorldDocumentError extends ToolError {
  readonly path: FieldPath
  /** The error, without the path. */
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

/** Returns the kind of value that a field takes. */
export const wrongType = (path: FieldPath, wanted: string, actual: unknown): WorldDocumentError =>
  new WorldDocumentError(path, `Expected ${wanted}, not ${describeValue(actual)}.`)

/** Says that there is no such field, and which one may have been meant. */
export const unknownField = (path: FieldPath, name: string, known: readonly string[]): WorldDocumentError => {
  const close = nearest(name, known)
  const hint = close === undefined ? `Known fields: ${known.join(', ')}.` : `Did you mean '${close}'?`
  return new WorldDocumentError([...path, name], `Unknown field '${clip(name)}'. ${hint}`)
}

/** Says that a value is none of those that a field takes. */
export const unknownValue = (
  path: FieldPath,
  value: string,
  what: string,
  known: readonly string[],
): WorldDocumentError => new WorldDocumentError(path, `'${clip(value)}' is no ${what}. Known: ${known.join(', ')}.`)

const describeValue = (value: unknown): string => {
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' ? `'${clip(value)}'` : JSON.stringify(value)
}
