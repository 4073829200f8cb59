import { ToolError } from '@netbox/core'
import { type ExitCode, exitCodeOf, exitCodes } from './exit.ts'

/** What can go wrong around a run: stable, as the codes of core are. */
export type CommandErrorCode = 'usage' | 'unknown_tool' | 'unreadable_file' | 'unwritable_file' | 'not_recorded'

const exits: Readonly<Record<CommandErrorCode, ExitCode>> = {
  usage: exitCodes.usage,
  unknown_tool: exitCodes.usage,
  unreadable_file: exitCodes.usage,
  unwritable_file: exitCodes.failed,
  not_recorded: exitCodes.usage,
}

/** Thrown where the command line or a file is at fault. The message is a whole sentence that stands alone. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: CommandErrorCode
  readonly title: string

  constructor({ code, title, message }: { code: CommandErrorCode; title: string; message: string }) {
    super(message)
    this.code = code
    this.title = title
  }
}

/** An error as `--json` prints it. */
export interface ErrorDocument {
  readonly code: string
  readonly title: string
  readonly message: string
}

/** An error as the command shows it. */
export interface Shown extends ErrorDocument {
  readonly exit: ExitCode
  /** What people read on stderr. */
  readonly line: string
}

/** Reads any error that a command may end with. */
export const showError = (error: unknown): Shown => {
  if (error instanceof ToolError) {
    const { code, title, message } = error
    return { code, title, message, exit: exitCodeOf[code], line: `${title}: ${message}` }
  }
  if (error instanceof CommandError) {
    const { code, title, message } = error
    return { code, title, message, exit: exits[code], line: message }
  }
  const message = error instanceof Error ? error.message : String(error)
  return {
    code: 'failed',
    title: 'Execution failed',
    message,
    exit: exitCodes.failed,
    line: `Execution failed: ${message}`,
  }
}
