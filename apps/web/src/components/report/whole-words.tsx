/** Shows a name that may wrap only after a dot, an at sign or a slash. */
export const Breakable = ({ text }: { readonly text: string }) =>
  text.split(/(?<=[\w][.@/])(?=\w{3})/).map((piece, at) => (
    // The pieces of one name have no key except their order.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={at}>
      {at === 0 ? null : <wbr />}
      {piece}
    </span>
  ))

/** A piece of a sentence; a whole piece stays on one line. */
interface Piece {
  readonly text: string
  readonly isWhole: boolean
}

// A number with its unit, a name with a dot, and a hyphenated word, each with a following full stop or comma.
const WHOLE =
  /(\d[\d.]* (?:ms|s|min|h|km|%|days?|months?|years?)(?![\w])[.,;:]?|[\w-]+(?:\.[\w-]+)+[.,;:]?|\w+(?:-\w+)+[.,;:]?)/

/** Splits a sentence at its possible line breaks; joined, the pieces are the original sentence. */
export const splitWhole = (text: string): Piece[] =>
  text
    .split(WHOLE)
    .map((piece, at) => ({ text: piece, isWhole: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')

/** Shows a sentence in which numbers stay on one line with their units, and names break only if necessary. */
export const WholeWords = ({ text }: { readonly text: string }) =>
  splitWhole(text).map(({ text: piece, isWhole }, at) =>
    isWhole ? (
      // The pieces of one sentence have no key except their order.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={at} className="inline-block max-w-full">
        <Breakable text={piece} />
      </span>
    ) : (
      piece
    ),
  )
