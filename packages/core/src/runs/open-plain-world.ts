import { createWorld } from '../world/world.ts'
import { isSeed, timeOf } from '../inputs/inputs.ts'
import { freshSeed } from '../platform.ts'
import { findScenario, scenarios } from '../scenarios/index.ts'
import { overridesOf } from '../scenarios/overrides-of.ts'
import type { OpenedWorld } from './prepare-run.ts'
import type { WorldOptions } from './toolbox-options.ts'

/**
 * Opens a world without stated facts if the options are simple. Returns `undefined` for invalid options, a world document, a combination or
 * a timeline: `openWorld` handles those, and is loaded on demand.
 */
export const openPlainWorld = (
  { seed, scenario, at, world: document }: WorldOptions,
  now: () => number,
): OpenedWorld | undefined => {
  const found = scenario === undefined ? scenarios[0] : findScenario(scenario)
  const time = at === undefined ? now() : timeOf(at)
  const isWrong = time === undefined || (seed !== undefined && !isSeed(seed))
  if (document !== undefined || found === undefined || isWrong) return undefined
  return { scenario: found.name, world: createWorld(seed ?? freshSeed(), time, overridesOf(found.name)), document }
}
