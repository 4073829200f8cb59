import { createWorld } from '../world/world.ts'
import { isSeed, timeOf } from '../inputs/inputs.ts'
import { freshSeed } from '../platform.ts'
import { findScenario, type ScenarioName, scenarios } from '../scenarios/index.ts'
import type { Overrides } from '../world/decisions.ts'
import type { OpenedWorld } from './prepare-run.ts'
import type { WorldOptions } from './toolbox-options.ts'

/**
 * Opens a world without stated facts if the options are simple and `overridesOf` knows the scenario. Returns `undefined` for invalid
 * options, a world document, a combination or a timeline: `openWorld` handles those and all faults, and is loaded on demand.
 */
export const openPlainWorld = (
  { seed, scenario, at, world: document }: WorldOptions,
  now: () => number,
  overridesOf: (name: ScenarioName) => Overrides | undefined = (name) => (name === 'random' ? {} : undefined),
): OpenedWorld | undefined => {
  const found = scenario === undefined ? scenarios[0] : findScenario(scenario)
  const time = at === undefined ? now() : timeOf(at)
  const overrides = found && overridesOf(found.name)
  const isWrong = time === undefined || (seed !== undefined && !isSeed(seed))
  if (document !== undefined || found === undefined || overrides === undefined || isWrong) return undefined
  return { scenario: found.name, world: createWorld(seed ?? freshSeed(), time, overrides), document }
}
