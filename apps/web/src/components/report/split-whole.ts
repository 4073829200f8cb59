/** A piece of a sentence; a whole one is kept on one line. */
export interface Piece {
  readonly text: string
  readonly isWhole: boolean
}

// A number with its unit, a name with a dot in it, and a word with a hyphen, each with the full stop or comma after it.
const WHOLE =
  /(\d[\d.]* (?:ms|s|min|h|km|%|days?|months?|years?)(?![\w])[.,;:]?|[\w-]+(?:\.[\w-]+)+[.,;:]?|\w+(?:-\w+)+[.,;:]?)/

/** Splits a sentence where its pieces may be parted; together they are the sentence again. */
export const splitWhole = (text: string): Piece[] =>
  text
    .split(WHOLE)
    .map((piece, at) => ({ text: piece, isWhole: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
