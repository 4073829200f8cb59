import { findTool, type Tool } from '../catalogue/catalogue.ts'
import { ToolError } from '../errors/tool-error.ts'
import { parseInput } from '../inputs/input.ts'
import { invalidInput, notImplemented, type Surface } from '../messages/tool-errors.ts'
import { invalidSeed, invalidTime, unknownScenario } from '../messages/world-errors.ts'
import { checkAccess } from '../plans/access.ts'
import type { PlanId } from '../plans/plans.ts'
import { freshSeed } from '../platform.ts'
import { findScenario, scenarios } from '../scenarios/index.ts'
import type { ToolDefinition } from '../tools/define-tool.ts'
import { createWorld, type World } from '../world/world.ts'
import type { WorldOptions } from './toolbox-options.ts'

/** A run that may start: everything is read and checked, nothing is counted yet. */
export interface Order {
  readonly tool: ToolDefinition
  readonly value: unknown
  /** The input in canonical form. */
  readonly canonical: string
  readonly scenario: string
  readonly world: World
}

const MAX_SEED_LENGTH = 64
// Years of four digits, which is what ISO 8601 writes without a sign.
const LAST_INSTANT = 253_402_300_799_999

/** Reads the present of a world: ISO 8601 or epoch milliseconds, 1970 to 9999. Throws a `ToolError` otherwise. */
export const readTime = (at: string | number): number => {
  const time = typeof at === 'number' ? at : /^\d{4}-\d{2}(?:-\d{2}|$)/.test(at) ? Date.parse(at) : Number.NaN
  if (!Number.isInteger(time) || time < 0 || time > LAST_INSTANT) throw new ToolError(invalidTime(String(at)))
  return time
}

/** Opens the world that the options name. Throws a `ToolError` for an unknown scenario, a bad seed or a bad time. */
export const openWorld = (
  { seed, scenario, at }: WorldOptions,
  now: () => number,
): { scenario: string; world: World } => {
  const found = scenario === undefined ? scenarios[0] : findScenario(scenario)
  if (found === undefined)
    throw new ToolError(
      unknownScenario(
        String(scenario),
        scenarios.map(({ name }) => name),
      ),
    )
  // A script without types may pass anything.
  if (seed !== undefined && (typeof seed !== 'string' || seed === '' || seed.length > MAX_SEED_LENGTH))
    throw new ToolError(invalidSeed)
  const time = at === undefined ? now() : readTime(at)
  return { scenario: found.name, world: createWorld(seed ?? freshSeed(), time, found.bends) }
}

/** Finds a tool or throws the 'not implemented' error. */
export const requireTool = (id: string): Tool => {
  const tool = findTool(id)
  if (tool === undefined) throw new ToolError(notImplemented(id))
  return tool
}

/** Checks and reads an order in the spec's order: tool, access, input, world. Throws a `ToolError` when it is refused. */
export const takeOrder = (
  id: string,
  input: string,
  options: WorldOptions,
  { plan, surface, now }: { plan: PlanId; surface: Surface; now: () => number },
): Order => {
  const tool = requireTool(id)
  const access = checkAccess({ tool, plan, surface, input })
  if (!access.allowed) throw new ToolError(access)
  // All tools' inputs are of one shape here: the value goes back to the tool that read it.
  const parsed = parseInput<unknown>(tool.input, input.trim())
  if (parsed === undefined) throw new ToolError(invalidInput(tool.input.type))
  const { scenario, world } = openWorld(options, now)
  return { tool, value: parsed.value, canonical: parsed.canonical, scenario, world }
}
