/** The kind of a JSON token. */
export type JsonTokenKind = 'key' | 'string' | 'number' | 'word' | 'mark'

/** A piece of JSON with its kind; 'mark' is punctuation and space. */
export interface JsonToken {
  readonly kind: JsonTokenKind
  readonly text: string
}

// A string with what makes it a key, a number, a word; everything else is read as one mark up to the next of these.
const PIECE = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|[^"\-\dtfn]+|[^]/g

const kindOf = ([, text, colon, number, word]: RegExpExecArray): JsonTokenKind => {
  if (text !== undefined) return colon === undefined ? 'string' : 'key'
  if (number !== undefined) return 'number'
  return word === undefined ? 'mark' : 'word'
}

/** Splits JSON text into pieces for the eye; together they are the text again, whatever it is. */
export const jsonTokens = (text: string): JsonToken[] =>
  Array.from(text.matchAll(PIECE), (match) => ({ kind: kindOf(match), text: match[0] }))
