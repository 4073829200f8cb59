import type { World } from './world.ts'

// One run asks about few things: looking through a short list beats hashing their names again.
const MOST_KNOWN = 24

/**
 * Makes a fact that is computed once a world and name, since a result and its report ask for the same facts. A tool's
 * input will do as a name too, as long as nobody changes it.
 */
export const remembered =
  <Fact, Name = string>(compute: (world: World, name: Name) => Fact): ((world: World, name: Name) => Fact) =>
  (world, name) => {
    const { known } = world
    for (const fact of known) {
      // What `compute` gave is stored under `compute` below.
      if (fact.of === compute && fact.name === name) return fact.value as Fact
    }
    const value = compute(world, name)
    if (known.length < MOST_KNOWN) known.push({ of: compute, name, value })
    return value
  }
