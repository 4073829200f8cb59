import { type Command as Program, CommanderError } from 'commander'
import { showError } from './command-error.ts'
import { createCommandLine, readName } from './command-line.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { type ExitCode, exitCodes } from './exit.ts'
import { invoke } from './invocation.ts'
import { plansHint, stdoutClosed } from './texts/messages.ts'
import { jsonError } from './output/json.ts'
import { err, isClosedPipe, isStdoutClosed, out } from './output/write.ts'

const liftedByPlan: ReadonlySet<string> = new Set(['upgrade_required', 'not_available', 'limit_exceeded'])

const fail = (error: unknown, environment: Environment): ExitCode => {
  const shown = showError(error)
  // Checks the raw arguments, because the error may be that they can't be parsed.
  if (environment.arguments.includes('--json')) out(jsonError(shown))
  err(`${shown.line}\n`)
  if (liftedByPlan.has(shown.code)) err(`${plansHint}\n`)
  return shown.exit
}

/** Parses the command line with commander, whose actions run the tool or command. Returns the exit code. */
const parse = async (environment: Environment): Promise<number> => {
  if (isStdoutClosed()) throw stdoutClosed()
  const { args, invoked } = readName(environment.arguments)
  let code: number = exitCodes.ran
  const program: Program = createCommandLine({
    ...(invoked === undefined ? {} : { invoked }),
    write: out,
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
