/** A piece of a sentence; a whole piece stays on one line. */
export interface Piece {
  readonly text: string
  readonly isWhole: boolean
}

// A number with its unit, a name with a dot, and a hyphenated word, each with a following full stop or comma.
const WHOLE =
  /(\d[\d.]* (?:ms|s|min|h|km|%|days?|months?|years?)(?![\w])[.,;:]?|[\w-]+(?:\.[\w-]+)+[.,;:]?|\w+(?:-\w+)+[.,;:]?)/

/** Splits a sentence at its possible line breaks; joined, the pieces give the sentence again. */
export const splitWhole = (text: string): Piece[] =>
  text
    .split(WHOLE)
    .map((piece, at) => ({ text: piece, isWhole: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
