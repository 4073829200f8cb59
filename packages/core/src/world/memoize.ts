import { MEMO, type World } from './world.ts'

// The number of memoized facts. A run needs few facts, so searching a short list is faster than hashing names. A new fact replaces the
// oldest one, so that a world can be used for long.
const MEMO_SIZE = 24

/**
 * Returns a function that computes a fact once for each world and name, because a result and its report need the same facts. The name may
 * be a tool's whole input, provided that nothing changes that object.
 */
export const memoize =
  <Fact, Name = string>(compute: (world: World, name: Name) => Fact): ((world: World, name: Name) => Fact) =>
  (world, name) => {
    const memo = world[MEMO]
    for (const fact of memo.facts) {
      // The cast is safe: results of `compute` are stored with `compute` below.
      if (fact.of === compute && fact.name === name) return fact.value as Fact
    }
    const value = compute(world, name)
    memo.facts[memo.next] = { of: compute, name, value }
    memo.next = (memo.next + 1) % MEMO_SIZE
    return value
  }
