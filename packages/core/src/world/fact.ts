import type { World } from './world.ts'

/** A source of a fact. It returns undefined if it doesn't decide. */
type Source<Subject, Value> = (world: World, subject: Subject) => Value | undefined

/** The sources of one fact of a subject. The first one that decides counts, in this order. */
interface Sources<Subject, Value> {
  /** Facts that no world can change: for example, nobody reaches a special-purpose address. */
  readonly law?: Source<Subject, Value>
  /** The facts of the world document. */
  readonly document?: Source<Subject, Value>
  /** The decisions of the scenario. */
  readonly scenario?: Source<Subject, Value>
  /** What follows from the seed. */
  readonly seed: (world: World, subject: Subject) => Value
}

/** Defines a fact by its sources. Returns the function that reads it. */
export const fact =
  <Subject, Value>({ law, document, scenario, seed }: Sources<Subject, Value>) =>
  (world: World, subject: Subject): Value => {
    const byLaw = law?.(world, subject)
    if (byLaw !== undefined) return byLaw
    const stated = world.facts === undefined ? undefined : document?.(world, subject)
    if (stated !== undefined) return stated
    const decided = scenario?.(world, subject)
    return decided === undefined ? seed(world, subject) : decided
  }
