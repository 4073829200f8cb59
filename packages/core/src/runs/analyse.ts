import { openWorld } from './open-world.ts'
import { requireTool, simulationOf } from './prepare-run.ts'
import type { ToolRun } from './run.ts'
import { finishReport, type Report } from '../reports/report.ts'

/**
 * Analyses a run's result again, using only the data in the run. Returns the verdict, figures, findings and plot of the run. Rejects with a
 * `ToolError` if the run names an unknown tool, scenario or time.
 *
 * @example
 * const run = await createToolbox({ seed: 'k3f9' }).run('ping-test', '198.51.100.25')
 * const report = await analyse(run)
 * report.verdict.sentence === run.verdict.sentence // => true
 */
export const analyse = async (
  run: Pick<ToolRun, 'tool' | 'input' | 'seed' | 'scenario' | 'at' | 'result'>,
): Promise<Report> => {
  const tool = requireTool(run.tool)
  const { world } = openWorld(run, () => 0)
  const simulation = await simulationOf(tool)
  return finishReport(simulation.report(run.result, world, tool.input.parse(run.input)?.value))
}
