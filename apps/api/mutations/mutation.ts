/** A place where a mutation changes a file; `find` stands in it exactly once. Paths count from apps/api. */
export interface Edit {
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** One way to break a promise, and the tests that have to notice it. */
export interface Mutation extends Edit {
  readonly name: string
  /** The promise that it breaks. */
  readonly promise: string
  readonly tests: readonly string[]
  /** A pattern that the names of the tests to run match; default all of those files. */
  readonly named?: string
  /** More places, where one defense stands behind another. */
  readonly also?: readonly Edit[]
  /** Default sqlite. */
  readonly engine?: 'sqlite' | 'mysql'
}

/** Lists all places where a mutation changes a file. */
export const editsOf = ({ file, find, replace, also = [] }: Mutation): readonly Edit[] => [
  { file, find, replace },
  ...also,
]

/** Makes a mutation in a text. Throws when its place is not there exactly once. */
export const edited = (text: string, { file, find, replace }: Edit): string => {
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`${file} has the text to change ${times} times, not once: ${find}`)
  // A function, so that no part of the replacement is taken for a pattern.
  return text.replace(find, () => replace)
}
