import { findTool, type ToolRun } from '@netbox/core'

/** What a link to a run says of it. */
export interface RunAddress extends Pick<ToolRun, 'tool' | 'input' | 'seed' | 'scenario' | 'at'> {}

/** Writes the path that leads to a run: opened, it fills the form and waits. */
export const runPath = ({ tool, input, seed, scenario, at }: RunAddress): string =>
  `/${findTool(tool)?.path ?? tool}?${new URLSearchParams({ input, seed, scenario, at }).toString()}`
