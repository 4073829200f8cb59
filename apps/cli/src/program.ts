import { type Command as Commander, CommanderError } from 'commander'
import { createCommandLine, type Invocation, type Parsed, readName } from './command-line.ts'
import { showError } from './command-error.ts'
import type { Context } from './commands/command.ts'
import { limits } from './commands/limits.ts'
import { pickTool } from './commands/pick.ts'
import { runTool } from './commands/run.ts'
import type { Environment } from './environment.ts'
import { type ExitCode, exitCodes } from './exit.ts'
import { plansHint, stdoutClosed } from './messages.ts'
import { jsonError } from './output/json.ts'
import { isClosedPipe, isStdoutClosed, write } from './output/write.ts'
import { cachedPlanSource, resolvePlan } from './resolve-plan.ts'
import { stateIn } from './storage/state.ts'

const out = (text: string): void => write(1, text)

const err = (text: string): void => {
  try {
    write(2, text)
  } catch (error) {
    // Nobody reads stderr: the result matters more.
    if (!isClosedPipe(error)) throw error
  }
}

const contextOf = (environment: Environment, { words, given }: Parsed): Context => ({
  environment,
  words,
  given,
  plan: cachedPlanSource({ environment }),
  state: stateIn(environment.stateFolder, (sentence) => err(`${sentence}\n`)),
  commandLine: () => createCommandLine({ run: async () => {}, write: out }),
  out,
  err,
})

/** `netbox` without a name: the picker on a terminal, help elsewhere. */
const start = async (context: Context, commandLine: Commander): Promise<ExitCode> => {
  const { environment } = context
  const isInteractive = environment.isTerminal(0) && environment.isTerminal(1) && !environment.noAnimation
  if (!isInteractive) {
    commandLine.outputHelp()
    return exitCodes.ran
  }
  await resolvePlan(context)
  return pickTool(context)
}

const perform = async (invocation: Invocation, context: Context, commandLine: Commander): Promise<ExitCode> => {
  if (invocation.kind === 'none') return start(context, commandLine)
  if (invocation.kind === 'tool') {
    await resolvePlan(context, invocation.tool)
    return runTool(invocation.tool, context)
  }
  const { command } = invocation
  if (command === limits && context.given.remote === undefined) await resolvePlan(context)
  return command.run(context)
}

const liftedByPlan: ReadonlySet<string> = new Set(['upgrade_required', 'not_available', 'limit_exceeded'])

const refuse = (error: unknown, environment: Environment): ExitCode => {
  const shown = showError(error)
  // The command line may not have been readable: --json still counts.
  if (environment.arguments.includes('--json')) out(jsonError(shown))
  err(`${shown.line}\n`)
  if (liftedByPlan.has(shown.code)) err(`${plansHint}\n`)
  return shown.exit
}

/** Mentions a new version, where a person reads the output and no program does. */
const hint = async (context: Context, code: ExitCode): Promise<void> => {
  const { environment, given } = context
  const isQuiet = given.json !== undefined || given.quiet !== undefined || given.plain !== undefined
  if (code !== exitCodes.ran || isQuiet || !environment.wantsUpdates) return
  if (!environment.isTerminal(2) || !environment.isTerminal(1) || wantsNoHint(environment)) return
  const { hintUpdate } = await import('./update/update-hint.ts')
  hintUpdate(environment)
}

const wantsNoHint = ({ config }: Environment): boolean => {
  try {
    return config().updateHint === 'off'
  } catch {
    return true
  }
}

const runCommandLine = async (environment: Environment): Promise<ExitCode> => {
  if (isStdoutClosed()) throw stdoutClosed()
  const { args, invoked } = readName(environment.arguments)
  let code: ExitCode = exitCodes.ran
  const run = async (invocation: Invocation, parsed: Parsed): Promise<void> => {
    const context = contextOf(environment, parsed)
    code = await perform(invocation, context, commandLine)
    await hint(context, code)
  }
  const commandLine = createCommandLine({ run, write: out, ...(invoked === undefined ? {} : { invoked }) })
  await commandLine.parseAsync(args, { from: 'user' })
  return code
}

/** Runs one call of the command and returns its exit code. Never throws. */
export const program = async (environment: Environment): Promise<ExitCode> => {
  try {
    try {
      return await runCommandLine(environment)
    } catch (error) {
      // Help and version end the parsing.
      if (error instanceof CommanderError) return exitCodes.ran
      if (isClosedPipe(error)) throw error
      return refuse(error, environment)
    }
  } catch (error) {
    // The reader closed the pipe, as `| head -1` does.
    if (isClosedPipe(error)) return exitCodes.ran
    throw error
  }
}
