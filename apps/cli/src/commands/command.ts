import type { Environment } from '../environment.ts'
import type { ExitCode } from '../exit.ts'
import type { Given, OptionName } from '../options.ts'
import type { KeptPlanSource } from '../plan.ts'
import type { State } from '../storage/state.ts'

/** What a command works with. */
export interface Context {
  readonly environment: Environment
  /** The words after the command's name. */
  readonly words: readonly string[]
  readonly given: Given
  readonly plan: KeptPlanSource
  readonly state: State
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

/** One command, as data: the program, help and completion are made from these. */
export interface Command {
  readonly name: string
  /** Under which heading help lists it. */
  readonly group: 'See what there is' | 'State' | 'The service' | 'Other'
  /** What follows the name: `<tool>`. */
  readonly usage: string
  readonly summary: string
  readonly options: readonly OptionName[]
  /** What its first word may be, for completion: a tool, a recorded run, or one of some words. */
  readonly takes?: 'tool' | 'run' | readonly string[]
  /** More paragraphs for its own help, wrapped at 80 columns. */
  readonly details?: string
  readonly run: (context: Context) => ExitCode | Promise<ExitCode>
}
