import { describe, it } from 'vitest'

const isQuick = import.meta.env.MODE === 'quick'

/** The options of `describeTool`: the quick set tries each input with fewer seeds. */
export const runner = { describe, it, ...(isQuick ? { seeds: 6 } : {}) }

/** Lists all of something; every fourth in the quick set. */
export const sampled = <Item>(all: readonly Item[]): readonly Item[] =>
  isQuick ? all.filter((_, index) => index % 4 === 0) : all

/** How many random cases a test tries that sets the number itself; a quarter in the quick set. */
export const casesOf = (count: number): number => (isQuick ? Math.ceil(count / 4) : count)
