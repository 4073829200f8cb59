import { type Command as Program, CommanderError } from 'commander'
import { showError, type ExitCode, exitCodes, isToolError } from './exit.ts'
import { createCommandLine, readName, type Invocation, type Parsed } from './command-line.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { exampleOf } from './texts/help.ts'
import { inputHint, planExpired, planHints } from './texts/messages.ts'
import { jsonError } from './output/json.ts'
import { sentenceLines } from './output/terminal.ts'
import { err, isClosedPipe, out } from './output/write.ts'
import type { Context } from './commands/context.ts'
import { limits } from './commands/limits.ts'
import { mailCheck } from './commands/mail-check.ts'
import { runTool } from './run/run-tool.ts'
import { cachedPlanSource, needsRefresh, planState } from './state/plan.ts'
import { checkAccess, findTool, type ToolDefinition } from '@netbox/core'
import { stateIn } from './state/state.ts'
import { readSettings } from './run/run-options.ts'
import { pickInline } from './run/pick-inline.ts'
import { pickFullscreen } from './run/pick-fullscreen.ts'

/**
 * Lets a person pick a tool on the terminal, run it, read its report and continue. Questions and reports are written one below the other
 * for --json, --plain, an input or output file, or a screen reader. Otherwise the screens fill the terminal.
 */
const pickTool = async (context: Context): Promise<ExitCode> => {
  const { options, environment } = context
  const settings = await readSettings(context)
  const isFiled = options.output !== undefined || options.file !== undefined
  const inLines = settings.json || settings.plain || environment.isScreenReader || isFiled
  return inLines ? pickInline(context, settings) : pickFullscreen(context, settings)
}

const sayIn =
  (environment: Environment): Context['say'] =>
  (sentence) =>
    err(sentenceLines(sentence, environment))

const contextOf = (environment: Environment, { words, options }: Parsed): Context => ({
  environment,
  words,
  options,
  plan: cachedPlanSource(environment),
  state: stateIn(environment.stateFolder, sayIn(environment)),
  commandLine: () => createCommandLine({ run: async () => {}, write: out, launcher: environment.launcher }),
  out,
  err,
  say: sayIn(environment),
})

/**
 * Fetches the plan if the cache is too old, or if it doesn't allow the tool, because the user may have bought another plan since. If the
 * service is unreachable, keeps the cached plan and does not throw.
 */
const resolvePlan = async (context: Context, tool?: ToolDefinition): Promise<void> => {
  const { environment, plan } = context
  const now = Date.now()
  const state = planState(environment, now)
  if (state.kind === 'visitor') return
  const isRefused = tool !== undefined && !checkAccess({ tool, plan: state.plan }).allowed
  if (needsRefresh(state, now, isRefused)) {
    const { fetchPlan } = await import('./account/account.ts')
    await fetchPlan(context)
    plan.forget()
  }
  const after = planState(environment, now)
  if (after.kind === 'expired' && context.options.quiet === undefined) context.say(planExpired(after.cached))
}

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
  if (command === mailCheck || (command === limits && context.options.remote === undefined)) await resolvePlan(context)
  return command.run(context)
}

/** Runs the tool or command that commander found on the command line, and returns its exit code. */
const invoke = async (
  invocation: Invocation,
  parsed: Parsed,
  { environment, program }: { readonly environment: Environment; readonly program: Program },
): Promise<number> => {
  return perform(invocation, contextOf(environment, parsed), program)
}

const fail = (error: unknown, environment: Environment): ExitCode => {
  const shown = showError(error)
  // Checks the raw arguments, because the error may be that they can't be parsed.
  if (environment.arguments.includes('--json')) {
    try {
      out(jsonError(shown))
    } catch {
      // The message below says what failed first.
    }
  }
  const say = sayIn(environment)
  say(shown.line)
  // Only the command's own rules follow the chosen plan; the service decides by the account.
  const mayChoose = (): boolean => isToolError(error) && planState(environment, Date.now()).kind === 'visitor'
  for (const hint of planHints(shown.code, mayChoose)) say(hint)
  if (shown.code === 'input_required') {
    const tool = findTool(readName(environment.arguments).invoked ?? '')
    if (tool !== undefined) say(inputHint(exampleOf(tool)))
  }
  return shown.exit
}

/** Parses the command line with commander, whose actions run the tool or command. Returns the exit code. */
const parse = async (environment: Environment): Promise<number> => {
  const { args, invoked } = readName(environment.arguments)
  let code: number = exitCodes.ran
  const program: Program = createCommandLine({
    ...(invoked === undefined ? {} : { invoked }),
    write: out,
    launcher: environment.launcher,
    run: async (invocation, parsed) => {
      code = await invoke(invocation, parsed, { environment, program })
    },
  })
  await program.parseAsync(args, { from: 'user' })
  return code
}

/** Runs one call of `netbox` and returns its exit code. */
const main = async (environment: Environment): Promise<number> => {
  try {
    return await parse(environment).catch((error: unknown) => {
      // commander throws after it has printed help or the version.
      if (error instanceof CommanderError) return exitCodes.ran
      if (isClosedPipe(error)) throw error
      return fail(error, environment)
    })
  } catch (error) {
    // The reader closed the pipe, as `| head -1` does.
    if (isClosedPipe(error)) return exitCodes.ran
    throw error
  }
}

void main(readEnvironment()).then((code) => process.exit(code))
