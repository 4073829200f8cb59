import { findTool, type Tool } from '../catalogue/catalogue.ts'
import { ToolError } from '../errors/tool-error.ts'
import { parseInput } from '../inputs/input.ts'
import { isSeed, timeOf } from '../inputs/seed-and-time.ts'
import { invalidInput, notImplemented, type Surface } from '../errors/run-errors.ts'
import { checkAccess } from './access.ts'
import type { PlanId } from '../plans/plans.ts'
import { freshSeed } from '../platform.ts'
import { findScenario, type ScenarioText, scenarios } from '../scenarios/index.ts'
import type { ToolDefinition } from '../tools/define-tool.ts'
import { createWorld, type World } from '../world/world.ts'
import type { WorldOptions } from './toolbox-options.ts'
import type { WorldDocument } from '../world-document/world-document.ts'

/** A run's tool and parsed input. */
export interface RunRequest {
  readonly tool: ToolDefinition
  readonly value: unknown
  /** The input in canonical form. */
  readonly canonical: string
}

/** A run that passed all checks but is not counted yet. */
export interface PreparedRun extends RunRequest, OpenedWorld {}

/** A world, and its scenario as the run names it. */
export interface OpenedWorld {
  readonly scenario: ScenarioText
  readonly world: World
  /** The world document in canonical form; undefined without one. */
  readonly document: WorldDocument | undefined
}

/**
 * Opens a world if the options are simple. Returns `undefined` for invalid options, a world document, a combination or a timeline:
 * `openWorld` handles those, and is loaded on demand.
 */
export const openPlainWorld = (
  { seed, scenario, at, world: document }: WorldOptions,
  now: () => number,
): OpenedWorld | undefined => {
  const found = scenario === undefined ? scenarios[0] : findScenario(scenario)
  const time = at === undefined ? now() : timeOf(at)
  if (document !== undefined || found === undefined || time === undefined || (seed !== undefined && !isSeed(seed)))
    return undefined
  return { scenario: found.name, world: createWorld(seed ?? freshSeed(), time, found.overrides), document }
}

/** Finds a tool or throws the 'not implemented' error. */
export const requireTool = (id: string): Tool => {
  const tool = findTool(id)
  if (tool === undefined) throw new ToolError(notImplemented(id))
  return tool
}

/** Checks and parses a run's tool, access and input, in the order of the spec. Throws a `ToolError` if the run is refused. */
export const readRequest = (
  id: string,
  input: string,
  { plan, surface }: { plan: PlanId; surface: Surface },
): RunRequest => {
  const tool = requireTool(id)
  const access = checkAccess({ tool, plan, surface, input: input ?? '' })
  if (!access.allowed) throw new ToolError(access)
  // The cast is safe: the value goes back to the tool that parsed it.
  const parsed = parseInput<unknown>(tool.input, input.trim())
  if (parsed === undefined) throw new ToolError(invalidInput(tool.input.type))
  return { tool, value: parsed.value, canonical: parsed.canonical }
}
