import { finishReport, type Report } from '../reports/report.ts'
import type { Simulation, ToolDefinition } from '../tools/define-tool.ts'
import { between } from '../foundation/mapping.ts'
import { entityOf, type World } from '../world/world.ts'
import type { PreparedRun } from './prepare-run.ts'

const SHORTEST = 400
const LONGEST = 5000

/** Returns the simulated duration of a run in ms: the tool's delay plus or minus a fifth, from 400 to 5000 (spec §9). */
export const simulatedTime = (tool: ToolDefinition, canonical: string, world: World): number => {
  const share = between(entityOf(world, tool.id, canonical), 'duration', 80, 120)
  return Math.min(LONGEST, Math.max(SHORTEST, Math.round((tool.delay * share) / 100)))
}

/** Simulates the result of a prepared run and analyses it. */
export const simulatePrepared = (
  { value, world }: PreparedRun,
  simulation: Simulation<unknown, unknown>,
): { result: unknown; report: Report } => {
  const result = simulation.simulate(value, world)
  return { result, report: finishReport(simulation.report(result, world, value)) }
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
