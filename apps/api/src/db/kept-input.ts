// An input may be the headers of a whole mail. What is shown later is its beginning.
const KEPT_INPUT = 2000

/** Cuts the input of a run to what is kept of it. No half of a character is left at its end. */
export const keptInput = (input: string): string => input.slice(0, KEPT_INPUT).replace(/\p{Surrogate}$/u, '')

/** Tells whether what is kept is surely all that was put in. One that fills the place to its end may have been longer. */
export const isWhole = (kept: string): boolean => kept.length < KEPT_INPUT - 1
