import { findTool, type ToolDefinition, type ToolRun } from '@netbox/core'
import { showError, type ExitCode, exitCodes } from '../exit.ts'
import { createTheme } from '../output/terminal.ts'
import type { Settings } from './run-options.ts'
import type { WorldChoice } from '../screens/controller.ts'
import type { Theme } from '../screens/theme.ts'
import type * as Screens from '../screens/screens.tsx'
import type { Context } from '../commands/context.ts'
import { createController, toolEntries } from './screen-controller.ts'
import { runTool } from './run-tool.ts'

/** The current step and the input so far. */
interface State {
  readonly at: 'pick' | 'ask' | 'run' | 'next'
  readonly tool?: ToolDefinition
  readonly input: string
  readonly typed: string
  readonly world: WorldChoice
  readonly run?: ToolRun
  /** The exit code if the user leaves now. It is `exitCodes.finding` if the last run has a finding at or above --fail-on. */
  readonly exit: ExitCode
}

type Step = State | ExitCode

/** The dependencies of every step. */
interface Dependencies {
  readonly context: Context
  readonly settings: Settings
  readonly theme: Theme
  readonly screens: typeof Screens
  readonly controller: ReturnType<typeof createController>
}

const pick = async (state: State, { context, theme, screens }: Dependencies): Promise<Step> => {
  const picked = await screens.pickTool(theme, toolEntries(context), state.typed)
  if (picked === 'left') return state.exit
  return picked === 'cancelled' ? exitCodes.cancelled : { ...state, ...picked, at: 'ask' }
}

/** Asks for a world, then continues with step `then`. */
const changeWorld = async (
  state: State,
  then: State['at'],
  { theme, screens, controller }: Dependencies,
): Promise<Step> => {
  const start = state.run === undefined ? state.world : { ...state.world, seed: state.run.seed }
  const world = await screens.askWorld(theme, controller, start)
  if (world === 'cancelled') return exitCodes.cancelled
  return world === 'back' ? state : { ...state, world, at: then }
}

const ask = async (state: State, dependencies: Dependencies): Promise<Step> => {
  const { tool, input, world, run: _read, ...rest } = state
  if (tool === undefined) return { ...state, at: 'pick' }
  const asked = await dependencies.screens.askInput(dependencies.theme, { tool, input }, world)
  if (asked === 'cancelled') return exitCodes.cancelled
  if (asked === 'back') return { ...rest, tool, input, world, at: 'pick' }
  const next: State = { ...rest, tool, world, input: asked.input, at: 'run' }
  return asked.wants === 'run' ? next : changeWorld({ ...next, at: 'ask' }, 'ask', dependencies)
}

const run = async (state: State, { context }: Dependencies): Promise<Step> => {
  const { tool, input, world } = state
  const found = tool === undefined ? undefined : findTool(tool.id)
  if (found === undefined) return { ...state, at: 'pick' }
  const { seed: _named, ...options } = context.options
  let made: ToolRun | undefined
  const keep = (finished: ToolRun): void => {
    made = finished
    context.state.keep(finished)
  }
  const inWorld = {
    ...context,
    // With the space, '-' is an input and doesn't mean stdin. Inputs are trimmed later.
    words: [`${input} `],
    options: { ...options, scenario: world.scenario, ...(world.seed === undefined ? {} : { seed: world.seed }) },
    environment: { ...context.environment, seed: undefined },
    state: { ...context.state, keep },
  }
  let exit: ExitCode = exitCodes.ran
  try {
    exit = await runTool(found, inWorld)
  } catch (error) {
    const shown = showError(error)
    context.say(shown.line)
    if (shown.exit === exitCodes.cancelled) return shown.exit
  }
  context.err('\n')
  const { run: _before, ...rest } = state
  return { ...rest, at: 'next', exit, ...(made === undefined ? {} : { run: made }) }
}

const next = async (state: State, dependencies: Dependencies): Promise<Step> => {
  const { theme, screens, controller, context, settings } = dependencies
  const action = await screens.askNextAction(theme)
  if (action === 'cancel') return exitCodes.cancelled
  if (action === 'leave') return state.exit
  if (action === 'world') return changeWorld(state, 'run', dependencies)
  if (action === 'again' || action === 'edit' || action === 'pick')
    return { ...state, at: action === 'again' ? 'run' : action === 'edit' ? 'ask' : 'pick' }
  if (state.run !== undefined) context.say(controller[action](state.run, settings.json ? 'raw' : 'summary').text)
  return state
}

const steps = { pick, ask, run, next } as const

/** Asks questions one after another, and writes each report below the previous one. */
export const pickInline = async (context: Context, settings: Settings): Promise<ExitCode> => {
  const { environment } = context
  const screens = await import('../screens/screens.tsx')
  const controller = createController(context, settings, new AbortController().signal)
  const theme = createTheme(environment, 1, environment.isScreenReader ? 'screen-reader' : 'inline', settings.plain)
  const dependencies: Dependencies = { context, settings, theme, screens, controller }
  let step: Step = { at: 'pick', input: '', typed: '', world: controller.world, exit: exitCodes.ran }
  while (typeof step === 'object') step = await steps[step.at](step, dependencies)
  return step
}
