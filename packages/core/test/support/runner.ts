import { describe, it } from 'vitest'

const { MODE } = import.meta.env

// Seeds for each input and scenario in the two sets.
const SEEDS: Readonly<Record<string, number>> = { quick: 2, full: 4 }

/** The options of `describeTool`: the sets use fewer seeds than a run of the file alone. */
export const runner = { describe, it, seeds: SEEDS[MODE] ?? 60 }

/** Returns all items; in the quick set every ninth, and in the full set every `step`th. */
export const sampled = <Item>(all: readonly Item[], step = 1): readonly Item[] => {
  const distances: Readonly<Record<string, number>> = { quick: 9, full: step }
  return all.filter((_, index) => index % (distances[MODE] ?? 1) === 0)
}

// The part of the random cases in the two sets, as scripts/vitest-setup.ts has it.
const PARTS: Readonly<Record<string, number>> = { quick: 1 / 4, full: 1 / 2 }

/** Returns the number of random cases for a test that sets this number itself: a part of it in the sets. */
export const casesOf = (count: number): number => Math.ceil(count * (PARTS[MODE] ?? 1))
