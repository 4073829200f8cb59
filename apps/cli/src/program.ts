import { findTool, tools } from '@netbox/core'
import { showError } from './command-error.ts'
import { commands } from './commands/commands.ts'
import { limits } from './commands/limits.ts'
import type { Context } from './commands/command.ts'
import { pickTool } from './commands/pick.ts'
import { runTool } from './commands/run.ts'
import type { Environment } from './environment.ts'
import { type ExitCode, exitCodes } from './exit.ts'
import { commandHelp, help, toolHelp } from './help.ts'
import { plansHint, unknownTool } from './messages.ts'
import { type OptionName, runOptions } from './options.ts'
import { jsonError } from './output/json.ts'
import { isClosedPipe, write } from './output/write.ts'
import { checkOptions, parse } from './parse.ts'
import { keptPlanSource, settlePlan } from './settle-plan.ts'
import { stateIn } from './storage/state.ts'
import { version } from './version.ts'

const err = (text: string): void => {
  try {
    write(2, text)
  } catch (error) {
    // Nobody listens on stderr: the result matters more.
    if (!isClosedPipe(error)) throw error
  }
}

const out = (text: string): void => write(1, text)

const contextOf = (environment: Environment): Context => {
  const { words, given } = parse(environment.arguments)
  const state = stateIn(environment.stateFolder, (sentence) => err(`${sentence}\n`))
  return { environment, words, given, plan: keptPlanSource({ environment }), state, out, err }
}

const say = (text: string): ExitCode => {
  out(text)
  return exitCodes.ran
}

const allowing = (name: string, { given }: Context, options: readonly OptionName[]): void =>
  checkOptions(name, given, [...options, 'help', 'version'])

const dispatch = async (context: Context): Promise<ExitCode> => {
  const { words, given } = context
  const [first, ...rest] = words
  if (given.version !== undefined) return say(`${version}\n`)
  if (first === 'help') return dispatch({ ...context, words: rest, given: { ...given, help: '' } })
  if (first === undefined) return start(context)
  const command = commands.find(({ name }) => name === first)
  const tool = command === undefined ? findTool(first) : undefined
  if (command !== undefined) {
    if (given.help !== undefined) return say(commandHelp(command))
    allowing(command.name, context, command.options)
    if (command === limits && given.remote === undefined) await settlePlan(context)
    return command.run({ ...context, words: rest })
  }
  if (tool === undefined) throw unknownTool(first, [...tools.map(({ id }) => id), ...commands.map(({ name }) => name)])
  if (given.help !== undefined) return say(toolHelp(tool))
  allowing(tool.id, context, runOptions)
  await settlePlan(context, tool)
  return runTool(tool, { ...context, words: rest })
}

/** `netbox` alone: the picker where a person can use it, help elsewhere. */
const start = async (context: Context): Promise<ExitCode> => {
  const { given, environment } = context
  const isInteractive =
    given.help === undefined && environment.isTerminal(0) && environment.isTerminal(1) && !environment.isStill
  if (!isInteractive) return say(help())
  allowing('', context, runOptions)
  await settlePlan(context)
  return pickTool(context)
}

const liftedByPlan: ReadonlySet<string> = new Set(['upgrade_required', 'not_available', 'limit_exceeded'])

const refuse = (error: unknown, environment: Environment): ExitCode => {
  const shown = showError(error)
  // Options may not have been readable: what was asked for still counts.
  if (environment.arguments.includes('--json')) out(jsonError(shown))
  err(`${shown.line}\n`)
  if (liftedByPlan.has(shown.code)) err(`${plansHint}\n`)
  return shown.exit
}

/** Tells of a new version, where a person reads and nothing else is meant to. */
const hint = async (context: Context, code: ExitCode): Promise<void> => {
  const { environment, given } = context
  const isQuiet = given.json !== undefined || given.quiet !== undefined || given.plain !== undefined
  if (code !== exitCodes.ran || isQuiet || !environment.wantsUpdates) return
  if (!environment.isTerminal(2) || !environment.isTerminal(1) || wantsNoHint(environment)) return
  const { hintUpdate } = await import('./update/update-hint.ts')
  hintUpdate(context)
}

const wantsNoHint = ({ config }: Environment): boolean => {
  try {
    return config().updateHint === 'off'
  } catch {
    return true
  }
}

/** Runs one call of the command and gives its exit code. Never throws. */
export const program = async (environment: Environment): Promise<ExitCode> => {
  try {
    try {
      const context = contextOf(environment)
      const code = await dispatch(context)
      await hint(context, code)
      return code
    } catch (error) {
      if (isClosedPipe(error)) throw error
      return refuse(error, environment)
    }
  } catch (error) {
    // The reader had enough, as `| head -1` has: no failure of ours.
    if (isClosedPipe(error)) return exitCodes.ran
    throw error
  }
}
