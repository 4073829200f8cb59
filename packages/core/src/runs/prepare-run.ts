import { finishReport, type Report } from '../reports/report.ts'
import type { Simulation, ToolDefinition } from '../tools/define-tool.ts'
import { between } from '../foundation/mapping.ts'
import { entityOf, type World } from '../world/world.ts'
import { findTool, type Tool } from '../catalogue/catalogue.ts'
import { ToolError } from '../errors/tool-error.ts'
import { parseInput } from '../inputs/inputs.ts'
import { invalidInput, notImplemented, type Surface } from '../errors/run-errors.ts'
import { checkAccess } from './access.ts'
import type { PlanId } from '../plans/plans.ts'
import type { ScenarioText } from '../scenarios/index.ts'
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
  /** A sentence about the source of facts, after a space: the end of the verdict's detail. */
  readonly remark?: string
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

const SHORTEST = 400
const LONGEST = 5000

/** Returns the simulated duration of a run in ms: the tool's delay plus or minus a fifth, from 400 to 5000 (spec §9). */
export const simulatedTime = (tool: ToolDefinition, canonical: string, world: World): number => {
  const share = between(entityOf(world, tool.id, canonical), 'duration', 80, 120)
  return Math.min(LONGEST, Math.max(SHORTEST, Math.round((tool.delay * share) / 100)))
}

/** Simulates the result of a prepared run and analyses it. */
export const simulatePrepared = (
  { value, world, remark = '' }: PreparedRun,
  simulation: Simulation<unknown, unknown>,
): { result: unknown; report: Report } => {
  const result = simulation.simulate(value, world)
  const draft = simulation.report(result, world, value)
  return { result, report: finishReport({ ...draft, detail: draft.detail + remark }) }
}

const loaded = new Map<string, Simulation<unknown, unknown>>()

/** Returns a tool's simulation, or a promise if it has not been loaded yet. */
export const simulationOf = (
  tool: ToolDefinition,
): Simulation<unknown, unknown> | Promise<Simulation<unknown, unknown>> =>
  loaded.get(tool.id) ??
  tool.load().then((simulation) => {
    loaded.set(tool.id, simulation)
    return simulation
  })
