import { describe, it } from 'vitest'

const { MODE } = import.meta.env
const isQuick = MODE === 'quick'

// Seeds for each input and scenario in the two sets.
const SEEDS: Readonly<Record<string, number>> = { quick: 2, full: 4 }

/** The options of `describeTool`: the sets use fewer seeds than a run of the file alone. */
export const runner = { describe, it, seeds: SEEDS[MODE] ?? 60 }

/** Returns all items; in the quick set, every ninth. */
export const sampled = <Item>(all: readonly Item[]): readonly Item[] =>
  isQuick ? all.filter((_, index) => index % 9 === 0) : all

// The part of the random cases in the two sets, as scripts/vitest-setup.ts has it.
const PARTS: Readonly<Record<string, number>> = { quick: 1 / 4, full: 1 / 2 }

/** Returns the number of random cases for a test that sets this number itself: a part of it in the sets. */
export const casesOf = (count: number): number => Math.ceil(count * (PARTS[MODE] ?? 1))
