import type { Command as Commander } from 'commander'
import type { Environment } from '../environment.ts'
import type { Options, OptionName } from '../options.ts'
import type { CachedPlanSource } from '../state/plan.ts'
import type { State } from '../state/state.ts'

/** The context of a command. */
export interface Context {
  readonly environment: Environment
  /** The arguments after the command's name. */
  readonly words: readonly string[]
  readonly options: Options
  readonly plan: CachedPlanSource
  readonly state: State
  /** Builds the whole command line, with the options of every command. */
  readonly commandLine: () => Commander
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Writes a sentence to stderr as its own line, without control characters. On a terminal, it breaks between words. */
  readonly say: (sentence: string) => void
}

/** One command as data. The command line, help and completion are derived from it. */
export interface Command {
  readonly name: string
  /** The heading in help under which the command is listed. */
  readonly group: 'Run your programs' | 'Diagnose' | 'Recorded runs' | 'Service' | 'Other'
  /** The arguments after the name, in commander's notation: `<tool>`. */
  readonly arguments?: string
  readonly summary: string
  readonly options: readonly OptionName[]
  /** The completions of the first argument: tools, recorded runs, or a list. With 'runs', they apply to every argument. */
  readonly takes?: 'tool' | 'run' | 'runs' | readonly string[]
  /** Whether the first argument must be in the list of `takes`. */
  readonly strict?: true
  /** More paragraphs for the command's own help, wrapped at 80 columns. */
  readonly details?: string
  /** The message for wrong usage. commander's own message would repeat the input, which may be a secret. */
  readonly misuse?: string
  /** Returns the exit code: one of `exitCodes`, or the code of a program that the command started. */
  readonly run: (context: Context) => number | Promise<number>
}
