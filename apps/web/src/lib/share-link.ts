import { findTool, type Tool, type ToolDefinition, type ToolRun, WORLD_VERSION } from '@netbox/core'

/** What a link to a run says of it. */
export interface RunAddress extends Pick<ToolRun, 'tool' | 'input' | 'seed' | 'at'> {
  readonly scenario: string
  /** The version of the simulation that made the run; today's where it is absent. */
  readonly engine?: string
}

/** Returns the number in a version of the simulation: `2` of `netbox-sim/2`. */
export const versionNumber = (engine: string): string => engine.slice(engine.indexOf('/') + 1)

/** Gives the path of a tool's page in the dashboard. */
export const toolPagePath = ({ path }: Pick<Tool, 'path'>): string => `/tools/${path}`

const publicPath = (tool: ToolDefinition): string => `${tool.picker === undefined ? '/tools' : ''}/${tool.path}`

const queryOf = ({ input, seed, scenario, at, engine = WORLD_VERSION }: RunAddress): string =>
  new URLSearchParams({ input, seed, scenario, at, v: versionNumber(engine) }).toString()

/**
 * Writes the path that leads to a run: opened, it fills the form and waits. It is a public page wherever the tool has one.
 */
export const runPath = (run: RunAddress): string => {
  const tool = findTool(run.tool)
  return `${tool === undefined ? `/${run.tool}` : publicPath(tool)}?${queryOf(run)}`
}

/** Writes the path that leads to a run within the dashboard. */
export const dashboardRunPath = (run: RunAddress): string => {
  const tool = findTool(run.tool)
  return `/tools/${tool?.path ?? run.tool}?${queryOf(run)}`
}
