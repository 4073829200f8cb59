import type { Command as Program } from 'commander'
import { createCommandLine, type Invocation, type Parsed } from './command-line.ts'
import type { Context } from './commands/command.ts'
import { limits } from './commands/limits.ts'
import { pickTool } from './run/pick.ts'
import { runTool } from './run/run-tool.ts'
import type { Environment } from './environment.ts'
import { type ExitCode, exitCodes } from './exit.ts'
import { err, out } from './output/write.ts'
import { cachedPlanSource, resolvePlan } from './run/resolve-plan.ts'
import { stateIn } from './state/state.ts'

const contextOf = (environment: Environment, { words, options }: Parsed): Context => ({
  environment,
  words,
  options,
  plan: cachedPlanSource({ environment }),
  state: stateIn(environment.stateFolder, (sentence) => err(`${sentence}\n`)),
  commandLine: () => createCommandLine({ run: async () => {}, write: out }),
  out,
  err,
})

/** Opens the picker on a terminal; otherwise writes help. */
const start = async (context: Context, program: Program): Promise<ExitCode> => {
  const { environment } = context
  const isInteractive = environment.isTerminal(0) && environment.isTerminal(1) && !environment.noAnimation
  if (!isInteractive) {
    program.outputHelp()
    return exitCodes.ran
  }
  await resolvePlan(context)
  return pickTool(context)
}

const perform = async (invocation: Invocation, context: Context, program: Program): Promise<number> => {
  if (invocation.kind === 'none') return start(context, program)
  if (invocation.kind === 'tool') {
    await resolvePlan(context, invocation.tool)
    return runTool(invocation.tool, context)
  }
  const { command } = invocation
  if (command === limits && context.options.remote === undefined) await resolvePlan(context)
  return command.run(context)
}

const wantsUpdateHint = ({ config, wantsUpdates }: Environment): boolean => {
  try {
    return wantsUpdates && config().updateHint !== 'off'
  } catch {
    return false
  }
}

/** Mentions a new version on a terminal. */
const hintUpdate = async ({ environment, options }: Context): Promise<void> => {
  const isQuiet = options.json !== undefined || options.quiet !== undefined || options.plain !== undefined
  if (isQuiet || !environment.isTerminal(2) || !environment.isTerminal(1) || !wantsUpdateHint(environment)) return
  const { notifyUpdate } = await import('./output/update-hint.ts')
  notifyUpdate(environment)
}

/** Runs the tool or command that commander found on the command line, and returns its exit code. */
export const invoke = async (
  invocation: Invocation,
  parsed: Parsed,
  { environment, program }: { readonly environment: Environment; readonly program: Program },
): Promise<number> => {
  const context = contextOf(environment, parsed)
  const code = await perform(invocation, context, program)
  if (code === exitCodes.ran) await hintUpdate(context)
  return code
}
