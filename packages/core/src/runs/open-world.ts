import { ToolError } from '../errors/tool-error.ts'
import { invalidSeed, invalidTime } from '../errors/world-errors.ts'
import { freshSeed } from '../platform.ts'
import { overridesOfParts, readCombination } from '../scenarios/combination.ts'
import { readScenario, scenarioAt } from '../scenarios/timeline.ts'
import { createWorld } from '../world/world.ts'
import { isSeed, type OpenedWorld, openPlainWorld, timeOf } from './prepare-run.ts'
import type { WorldOptions } from './toolbox-options.ts'

/**
 * Reads the present of a world: ISO 8601 or epoch milliseconds, 1970 to 9999. Throws a `ToolError` otherwise.
 *
 * @example
 * readTime('2026-01-01T00:00:00Z') // => 1767225600000
 */
export const readTime = (at: string | number): number => {
  const time = timeOf(at)
  if (time === undefined) throw new ToolError(invalidTime(String(at)))
  return time
}

/**
 * Opens the world that the options name. Throws a `ToolError` for a text that `readScenario` refuses, a bad seed or a bad time.
 *
 * @example
 * const { world, scenario } = openWorld({ seed: 'k3f9', scenario: 'mx-down', at: '2026-01-01T00:00:00Z' }, Date.now)
 * scenario // => 'mx-down'
 * world.at // => 1767225600000
 */
export const openWorld = (options: WorldOptions, now: () => number): OpenedWorld =>
  openPlainWorld(options, now) ?? openOther(options, now)

const openOther = ({ seed, scenario = 'none', at }: WorldOptions, now: () => number): OpenedWorld => {
  const canonical = readScenario(scenario)
  if (seed !== undefined && !isSeed(seed)) throw new ToolError(invalidSeed)
  const time = at === undefined ? now() : readTime(at)
  const { overrides, scopes } = overridesOfParts(readCombination(scenarioAt(canonical, time)))
  return { scenario: canonical, world: createWorld(seed ?? freshSeed(), time, overrides, scopes) }
}
