import {
  type Clock,
  createToolbox,
  idle,
  memoryUsage,
  type PlanId,
  reduceRun,
  type Refusal,
  type RunEvent,
  type RunState,
  type ScenarioText,
  systemClock,
  type Tool,
  ToolError,
  type ToolRun,
} from '@netbox/core'
import { localUsage } from '../../lib/runs/local-usage.ts'
import type { RunOrder } from '../../lib/world/world.ts'

/** The tool, the user and the surface of a run. */
export interface Runner {
  readonly tool: Tool
  readonly plan: PlanId
  /** The user whose runs are counted. */
  readonly subject: string
  /** The surface, which determines texts and delays. */
  readonly surface: 'home' | 'dashboard'
  /** The steps of the progress, if other than the surface's. */
  readonly pacing?: 'dashboard'
  /** The clock that waits; default the machine's. */
  readonly clock?: Clock
}

/** The outcome of a run. */
export type Outcome = { readonly run: ToolRun; readonly error?: undefined } | { readonly error: Refusal }

/** Runs a tool in the browser, with the page's delays. Returns errors as outcomes. */
export const performRun = async (
  { tool, plan, subject, surface, pacing, clock = systemClock }: Runner,
  { input, scenario, ...world }: RunOrder,
  following: { readonly signal: AbortSignal; readonly onEvent: (event: RunEvent) => void },
): Promise<Outcome> => {
  const box = createToolbox({
    plan,
    subject,
    usage: localUsage,
    surface,
    pacing: pacing ?? surface,
    clock,
    delay: true,
  })
  try {
    // The cast is safe, because the toolbox checks the scenario.
    return { run: await box.run(tool.id, input, { ...world, scenario: scenario as ScenarioText, ...following }) }
  } catch (error) {
    // A toolbox throws only `ToolError`. It returns an internal error as a failed run.
    if (!(error instanceof ToolError)) throw error
    const { code, title, message } = error
    return { error: { code, title, message } }
  }
}

/**
 * Repeats an earlier run and returns its state at the end, with the log as it was. The run is not counted and needs no plan, because its
 * report is already known.
 */
export const repeatRun = async (
  { tool, surface }: Pick<Runner, 'tool' | 'surface'>,
  { input, scenario, at, ...world }: RunOrder,
): Promise<RunState> => {
  let time = at === undefined ? Date.now() : Date.parse(at)
  const clock = {
    now: () => time,
    wait: async (milliseconds: number) => {
      time += milliseconds
    },
  }
  let state: RunState = idle
  const box = createToolbox({ plan: 'enterprise', usage: memoryUsage(), pacing: surface, delay: true, clock })
  await box.run(tool.id, input, {
    ...world,
    at,
    // The cast is safe, because the toolbox checks the scenario.
    scenario: scenario as ScenarioText,
    onEvent: (event) => {
      state = reduceRun(state, event)
    },
  })
  return state
}
