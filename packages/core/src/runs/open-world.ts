import { ToolError } from '../errors/tool-error.ts'
import { withKnownFacts } from '../known/with-known-facts.ts'
import { leadsToKnown } from '../known/leads-to-known.ts'
import { invalidSeed, invalidTime } from '../errors/world-errors.ts'
import { freshSeed } from '../platform.ts'
import { combine, overridesOfParts, readCombination, type ScenarioPart } from '../scenarios/combination.ts'
import type { ScenarioName, ScenarioText } from '../scenarios/index.ts'
import { isTimeline, readScenario, scenarioAt } from '../scenarios/timeline.ts'
import { createWorld } from '../world/world.ts'
import { worldSeenBy } from '../world/hosts/dns-faults.ts'
import { isSeed, timeOf, type WorldTime } from '../inputs/inputs.ts'
import { openPlainWorld } from './open-plain-world.ts'
import type { OpenedWorld } from './prepare-run.ts'
import { type ReadWorld, readWorld } from '../world-document/read-world.ts'
import type { WorldOptions } from './toolbox-options.ts'

/**
 * Parses the time of a world: ISO 8601, epoch milliseconds or a `Date`, 1970 to 9999. Throws a `ToolError` otherwise.
 *
 * @example
 * readTime('2026-01-01T00:00:00Z') // => 1767225600000
 */
export const readTime = (at: WorldTime): number => {
  const time = timeOf(at)
  if (time === undefined) throw new ToolError(invalidTime(String(at)))
  return time
}

/**
 * Opens the world that the options describe, with the known internet. Throws a `ToolError` for an invalid scenario, seed, time or world document.
 *
 * @example
 * const { world, scenario } = openWorld({ seed: 'k3f9', scenario: 'mx-down', at: '2026-01-01T00:00:00Z' }, Date.now)
 * scenario // => 'mx-down'
 * world.at // => 1767225600000
 */
export const openWorld = (options: WorldOptions, now: () => number): OpenedWorld => openWorldFor(options, now, true)

/** Returns the parts of one domain's scenario at an instant. Outside its windows, a timeline without a base has no parts. */
const partsOf = (domain: string, scenario: ScenarioText, at: number): ScenarioPart[] => {
  const now = scenarioAt(scenario, at)
  return now === 'random' && isTimeline(scenario) ? [] : readCombination(now).map(({ name }) => ({ name, domain }))
}

/** Returns the scenarios of a world and of its domains at a time, in epoch milliseconds. */
const partsAt = (scenario: string, stated: ReadWorld | undefined, at: number): ScenarioPart[] => {
  const own = (stated?.scenarios ?? []).flatMap(({ domain, scenario: text }) => partsOf(domain, text, at))
  return combine([...readCombination(scenarioAt(scenario, at)), ...own])
}

/**
 * Returns the faults of a scenario and a world document that are active at a time, in epoch milliseconds: each with its domain, or without one if
 * it applies everywhere. `random` and `healthy` are no faults. Throws a `ToolError` for an invalid scenario or document.
 *
 * @example
 * activeFaults({ scenario: 'healthy,mx-down:shop.example@10:00..10:30' }, Date.parse('2026-01-01T10:00Z')) // => [{ name: 'mx-down', domain: 'shop.example' }]
 * activeFaults({ scenario: 'healthy' }, 0) // => []
 */
export const activeFaults = (
  { scenario = 'random', world: document }: Pick<WorldOptions, 'scenario' | 'world'>,
  at: number,
): { readonly name: ScenarioName; readonly domain?: string }[] =>
  partsAt(readScenario(scenario), document === undefined ? undefined : readWorld(document), at).flatMap(
    ({ name, domain }) =>
      name === 'random' || name === 'healthy' ? [] : [{ name, ...(domain === undefined ? {} : { domain }) }],
  )

const leading = new WeakMap<ReadWorld, boolean>()

/**
 * Returns whether a world document needs the known internet: a name in it is in one of the zones, or only listed and known names exist.
 */
const needsKnown = (stated: ReadWorld): boolean => {
  const isLeading =
    leading.get(stated) ?? (stated.document.strict === true || leadsToKnown(JSON.stringify(stated.document)))
  leading.set(stated, isLeading)
  return isLeading
}

/** Opens the world of a run. It has the known internet if the input or the world document leads there. */
export const openWorldFor = (options: WorldOptions, now: () => number, isKnown: boolean): OpenedWorld =>
  (isKnown ? undefined : openPlainWorld(options, now)) ?? openOther(options, now, isKnown)

const openOther = (
  { seed, scenario = 'random', at, world: document }: WorldOptions,
  now: () => number,
  isKnown: boolean,
): OpenedWorld => {
  const canonical = readScenario(scenario)
  if (seed !== undefined && !isSeed(seed)) throw new ToolError(invalidSeed)
  const time = at === undefined ? now() : readTime(at)
  const stated = document === undefined ? undefined : readWorld(document)
  const { overrides, scopes } = overridesOfParts(partsAt(canonical, stated, time))
  const hasKnown = isKnown || (stated !== undefined && needsKnown(stated))
  const factsAt = hasKnown ? withKnownFacts(stated) : stated?.factsAt
  const world = createWorld(seed ?? freshSeed(), time, overrides, scopes, factsAt?.(time))
  return { scenario: canonical, world: worldSeenBy(world, 'program'), document: stated?.document }
}
