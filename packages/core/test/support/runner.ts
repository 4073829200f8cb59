import { describe, it } from 'vitest'

const isQuick = import.meta.env.MODE === 'quick'

/** The options of `describeTool`: the quick set uses fewer seeds for each input. */
export const runner = { describe, it, ...(isQuick ? { seeds: 6 } : {}) }

/** Returns all items; in the quick set, every fourth. */
export const sampled = <Item>(all: readonly Item[]): readonly Item[] =>
  isQuick ? all.filter((_, index) => index % 4 === 0) : all

/** Returns the number of random cases for a test that sets this number itself; a quarter of it in the quick set. */
export const casesOf = (count: number): number => (isQuick ? Math.ceil(count / 4) : count)
