import { findTool, type ToolDefinition, type ToolRun } from '@netbox/core'
import { showError } from '../command-error.ts'
import { type ExitCode, exitCodes } from '../exit.ts'
import { createTheme } from '../output/terminal.ts'
import type { Settings } from '../settings.ts'
import type { WorldChoice } from '../ui/controller.ts'
import type { Theme } from '../ui/theme.ts'
import type * as Screens from '../ui/screens.tsx'
import type { Context } from './command.ts'
import { createController, toolEntries } from './screen-controller.ts'
import { runTool } from './run.ts'

/** What is written, where it stands, and what comes next. */
interface Place {
  readonly at: 'pick' | 'ask' | 'run' | 'next'
  readonly tool?: ToolDefinition
  readonly input: string
  readonly typed: string
  readonly world: WorldChoice
  readonly run?: ToolRun
  /** What leaving ends with: --fail-on may ask for more than nothing. */
  readonly exit: ExitCode
}

type Step = Place | ExitCode

/** What every step works with. */
interface Kit {
  readonly context: Context
  readonly settings: Settings
  readonly theme: Theme
  readonly screens: typeof Screens
  readonly controller: ReturnType<typeof createController>
}

const pick = async (place: Place, { context, theme, screens }: Kit): Promise<Step> => {
  const picked = await screens.pickTool(theme, toolEntries(context), place.typed)
  if (picked === 'left') return place.exit
  return picked === 'cancelled' ? exitCodes.cancelled : { ...place, ...picked, at: 'ask' }
}

/** Asks for a world; `then` is where it leads. */
const changeWorld = async (place: Place, then: Place['at'], { theme, screens, controller }: Kit): Promise<Step> => {
  const start = place.run === undefined ? place.world : { ...place.world, seed: place.run.seed }
  const world = await screens.askWorld(theme, controller, start)
  if (world === 'cancelled') return exitCodes.cancelled
  return world === 'back' ? place : { ...place, world, at: then }
}

const ask = async (place: Place, kit: Kit): Promise<Step> => {
  const { tool, input, world, run: _read, ...rest } = place
  if (tool === undefined) return { ...place, at: 'pick' }
  const asked = await kit.screens.askInput(kit.theme, { tool, input }, world)
  if (asked === 'cancelled') return exitCodes.cancelled
  if (asked === 'back') return { ...rest, tool, input, world, at: 'pick' }
  const next: Place = { ...rest, tool, world, input: asked.input, at: 'run' }
  return asked.wants === 'run' ? next : changeWorld({ ...next, at: 'ask' }, 'ask', kit)
}

const run = async (place: Place, { context }: Kit): Promise<Step> => {
  const { tool, input, world } = place
  const found = tool === undefined ? undefined : findTool(tool.id)
  if (found === undefined) return { ...place, at: 'pick' }
  const { seed: _named, ...given } = context.given
  let made: ToolRun | undefined
  const keep = (finished: ToolRun): void => {
    made = finished
    context.state.keep(finished)
  }
  const inWorld = {
    ...context,
    // The space keeps a lone '-' an input; on a command line it would mean stdin. Inputs are trimmed.
    words: [`${input} `],
    given: { ...given, scenario: world.scenario, ...(world.seed === undefined ? {} : { seed: world.seed }) },
    environment: { ...context.environment, seed: undefined },
    state: { ...context.state, keep },
  }
  let exit: ExitCode = exitCodes.ran
  try {
    exit = await runTool(found, inWorld)
  } catch (error) {
    const shown = showError(error)
    context.err(`${shown.line}\n`)
    if (shown.exit === exitCodes.cancelled) return shown.exit
  }
  context.err('\n')
  const { run: _before, ...rest } = place
  return { ...rest, at: 'next', exit, ...(made === undefined ? {} : { run: made }) }
}

const next = async (place: Place, kit: Kit): Promise<Step> => {
  const { theme, screens, controller, context, settings } = kit
  const wish = await screens.askNextAction(theme)
  if (wish === 'cancel') return exitCodes.cancelled
  if (wish === 'leave') return place.exit
  if (wish === 'world') return changeWorld(place, 'run', kit)
  if (wish === 'again' || wish === 'edit' || wish === 'pick')
    return { ...place, at: wish === 'again' ? 'run' : wish === 'edit' ? 'ask' : 'pick' }
  if (place.run !== undefined) context.err(`${controller[wish](place.run, settings.json ? 'raw' : 'summary').text}\n`)
  return place
}

const steps = { pick, ask, run, next } as const

/** Goes from question to question, and writes reports one below the other. */
export const pickInline = async (context: Context, settings: Settings): Promise<ExitCode> => {
  const { environment } = context
  const screens = await import('../ui/screens.tsx')
  const controller = createController(context, settings, new AbortController().signal)
  const theme = createTheme(environment, 1, environment.isScreenReader ? 'screen-reader' : 'inline', settings.plain)
  const kit: Kit = { context, settings, theme, screens, controller }
  let step: Step = { at: 'pick', input: '', typed: '', world: controller.world, exit: exitCodes.ran }
  while (typeof step === 'object') step = await steps[step.at](step, kit)
  return step
}
