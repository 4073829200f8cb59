// What opens a world: it loads core's reader of combined faults, timelines and facts, which most runs don't need.
import { openWorld, readScenario, type ScenarioText, ToolError, type WorldDocument } from '@netbox/core'
import { parseJson } from '../../lib/page/storage.ts'
import { withSeed } from '../../lib/world/visit.ts'
import type { ChosenWorld } from '../../lib/world/world.ts'
import { runTexts } from '../../texts/tool-run.ts'

/** The maximum size of the user's own facts, in bytes of JSON. The service has the same limit. */
export const MOST_BYTES = 16_384

const messageOf = (error: unknown): string => (error instanceof ToolError ? error.message : String(error))

/** Parses the user's own facts from JSON: returns the document in canonical form, or a sentence with the error. */
export const readWorldText = (text: string): { readonly world?: WorldDocument; readonly problem?: string } => {
  const size = new TextEncoder().encode(text).length
  if (size > MOST_BYTES) return { problem: runTexts.factsTooLarge(size, MOST_BYTES) }
  const value = parseJson(text)
  if (value === undefined) return { problem: runTexts.factsNoJson }
  try {
    // The cast is safe, because `openWorld` validates any value.
    const { document } = openWorld({ seed: 'any', world: value as WorldDocument }, () => 0)
    return document === undefined ? {} : { world: document }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

/** The parts of a world that are a short text. */
export type WorldPart = 'seed' | 'scenario' | 'at'

/** Returns core's error for this world; undefined if the world is valid. */
export const worldProblem = ({
  scenario = 'random',
  ...world
}: { readonly [Part in WorldPart]?: string }): string | undefined => {
  try {
    openWorld({ ...world, scenario: readScenario(scenario) }, () => 0)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

/** Reads a part of a world: returns it in canonical form, or a sentence with the error. */
export const readPart = (part: WorldPart, text: string): { readonly value?: string; readonly problem?: string } => {
  const problem = worldProblem({ [part]: text })
  if (problem !== undefined) return { problem }
  return { value: part === 'scenario' ? readScenario(text) : text }
}

/** The common world of several runs. */
export interface SharedWorld extends ChosenWorld {
  readonly seed: string
  /** ISO 8601 in UTC. */
  readonly at: string
}

/** Returns the common world of several runs: the world of the visit, at one time. Throws core's `ToolError` for an invalid world. */
export const sharedWorld = (asked: ChosenWorld): SharedWorld => {
  const { seed, scenario, at, world } = withSeed(asked)
  // The cast is safe, because `openWorld` checks the scenario.
  const opened = openWorld({ seed, at, world, scenario: scenario as ScenarioText }, Date.now)
  return { seed, scenario, at: new Date(opened.world.at).toISOString(), world }
}
