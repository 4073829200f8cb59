import { type ErrorCode, isAtLeast, type Severity, type ToolError, type ToolRun, plainTexts } from '@netbox/core'

/** The exit codes. They are stable, because scripts use them. */
export const exitCodes = {
  ran: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  limit: 4,
  someFailed: 5,
  finding: 6,
  unreachable: 7,
  cancelled: 130,
  terminated: 143,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The meaning of each code, for `netbox --help`. */
export const exitMeanings: readonly (readonly [ExitCode, string])[] = [
  [exitCodes.ran, 'ran, whatever the report says'],
  [exitCodes.failed, 'failed'],
  [exitCodes.usage, 'wrong usage, unknown tool or invalid input'],
  [exitCodes.refused, 'refused: plan, login or availability'],
  [exitCodes.limit, 'daily limit reached'],
  [exitCodes.someFailed, 'several inputs, and some failed'],
  [exitCodes.finding, 'a finding at or above --fail-on, a worse matrix, or unknown names with --strict'],
  [exitCodes.unreachable, "the service can't be reached"],
  [exitCodes.cancelled, 'cancelled with Ctrl-C'],
  [exitCodes.terminated, 'ended by the system, with SIGTERM'],
]

/** The exit code for each error code of a run. If one is missing, the code does not compile. */
export const exitCodeOf: Readonly<Record<ErrorCode, ExitCode>> = {
  input_required: exitCodes.usage,
  invalid_input: exitCodes.usage,
  not_implemented: exitCodes.usage,
  login_required: exitCodes.refused,
  upgrade_required: exitCodes.refused,
  not_available: exitCodes.refused,
  captcha_required: exitCodes.refused,
  daily_limit_reached: exitCodes.limit,
  failed: exitCodes.failed,
  aborted: exitCodes.cancelled,
}

/** Returns the exit code of a run by its findings. */
export const exitOfRun = ({ verdict }: ToolRun, { failOn }: { readonly failOn: Severity | undefined }): ExitCode =>
  failOn !== undefined && isAtLeast(verdict.severity, failOn) ? exitCodes.finding : exitCodes.ran

/** The code of an error outside a run: stable, like core's codes. */
type CommandErrorCode = 'usage' | 'unknown_tool' | 'unreadable_file' | 'unwritable_file' | 'not_recorded'

/** An error of the command. An error from the service keeps its code and has its own exit code. */
type CommandFailure = { readonly title: string; readonly message: string } & (
  | { readonly code: CommandErrorCode; readonly exit?: ExitCode }
  | { readonly code: string; readonly exit: ExitCode }
)

const exits: Readonly<Record<CommandErrorCode, ExitCode>> = {
  usage: exitCodes.usage,
  unknown_tool: exitCodes.usage,
  unreadable_file: exitCodes.usage,
  unwritable_file: exitCodes.failed,
  not_recorded: exitCodes.usage,
}

/** The error for a wrong command line or file. The message is a complete sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: string
  readonly title: string
  readonly exit: ExitCode

  constructor(failure: CommandFailure) {
    super(failure.message)
    this.code = failure.code
    this.title = failure.title
    this.exit = failure.exit ?? exits[failure.code]
  }
}

// Compares the name, because each bundled file that is loaded on demand has its own copy of the class.
const isCommandError = (error: unknown): error is CommandError =>
  error instanceof Error && error.name === 'CommandError'

/** Returns whether an error is a `ToolError` of core, or of a copy of core in another file of the command. */
export const isToolError = (error: unknown): error is ToolError => error instanceof Error && error.name === 'ToolError'

/** An error as `--json` prints it. */
interface ErrorDocument {
  readonly code: string
  readonly title: string
  readonly message: string
}

/** An error as the command prints it. */
export interface Shown extends ErrorDocument {
  readonly exit: ExitCode
  /** The message on stderr. */
  readonly line: string
}

/** Describes any error that may end a command. A message may quote a file or an answer, so its line has no control characters. */
export const showError = (error: unknown): Shown => {
  if (isToolError(error)) {
    const { code, title, message } = error
    return { code, title, message, exit: exitCodeOf[code], line: plainTexts(`${title}: ${message}`) }
  }
  if (isCommandError(error)) {
    const { code, title, message, exit } = error
    return { code, title, message, exit, line: plainTexts(message) }
  }
  const message = error instanceof Error ? error.message : String(error)
  return {
    code: 'failed',
    title: 'Execution failed',
    message,
    exit: exitCodes.failed,
    line: plainTexts(`Execution failed: ${message}`),
  }
}
