/** The kind of a JSON token. */
export type JsonTokenKind = 'key' | 'string' | 'number' | 'word' | 'mark'

/** A piece of JSON with its kind; 'mark' is punctuation and space. */
export interface JsonToken {
  readonly kind: JsonTokenKind
  readonly text: string
}

// Matches strings (with the colon of a key), numbers and words; the text between matches is a mark.
const PIECE = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|[^"\-\dtfn]+|[^]/g

const kindOf = ([, text, colon, number, word]: RegExpExecArray): JsonTokenKind => {
  if (text !== undefined) return colon === undefined ? 'string' : 'key'
  if (number !== undefined) return 'number'
  return word === undefined ? 'mark' : 'word'
}

/** Splits any JSON text into highlighted pieces; joined, they give the text again. */
export const jsonTokens = (text: string): JsonToken[] =>
  Array.from(text.matchAll(PIECE), (match) => ({ kind: kindOf(match), text: match[0] }))
