/** A search for the smallest failing set. */
export interface Minimizing<Fact> {
  /** Returns whether the command fails in the same way with these facts. */
  readonly fails: (facts: readonly Fact[]) => Promise<boolean>
  /** How many sets are tried at once. */
  readonly jobs: number
  /** The most sets that are tried. */
  readonly most: number
}

/** The facts that are left, and how many sets were tried. */
export interface Minimized<Fact> {
  readonly facts: readonly Fact[]
  readonly tried: number
}

const split = <Fact>(facts: readonly Fact[], parts: number): (readonly Fact[])[] =>
  Array.from({ length: parts }, (_, index) =>
    facts.slice(Math.floor((index * facts.length) / parts), Math.floor(((index + 1) * facts.length) / parts)),
  ).filter((part) => part.length > 0)

/**
 * Removes facts as long as the command fails in the same way: halves, then smaller parts, then single facts (Zeller and Hildebrandt,
 * Simplifying and Isolating Failure-Inducing Input, 2002). The result does not depend on `jobs`, because the first failing set in order counts.
 */
export const minimize = async <Fact>(
  given: readonly Fact[],
  { fails, jobs, most }: Minimizing<Fact>,
): Promise<Minimized<Fact>> => {
  let tried = 0
  const firstFailing = async (sets: readonly (readonly Fact[])[]): Promise<readonly Fact[] | undefined> => {
    for (let index = 0; index < sets.length && tried < most; index += jobs) {
      const batch = sets.slice(index, index + Math.min(jobs, most - tried))
      tried += batch.length
      const results = await Promise.all(batch.map(fails))
      const failing = batch.find((_, position) => results[position])
      if (failing !== undefined) return failing
    }
    return undefined
  }
  let facts = given
  let parts = 2
  const isOver = (): boolean => tried >= most
  while (facts.length > 1 && !isOver()) {
    const pieces = split(facts, parts)
    const others = parts === 2 ? [] : pieces.map((piece) => facts.filter((fact) => !piece.includes(fact)))
    const smaller = await firstFailing([...pieces, ...others])
    if (smaller !== undefined) {
      parts = pieces.includes(smaller) ? 2 : Math.max(2, parts - 1)
      facts = smaller
    } else if (parts >= facts.length) break
    else parts = Math.min(facts.length, parts * 2)
  }
  return { facts, tried }
}
