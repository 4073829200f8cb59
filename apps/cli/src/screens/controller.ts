import type { RunEvent, ScenarioText, Severity, ToolDefinition, ToolRun } from '@netbox/core'
import type { Category } from '../options.ts'
import type { Named } from './search.ts'
import type { Tab } from './tabs.ts'

/* The interface between the screens, which only draw, and the command, which runs tools and writes files. */

/** A tool in the list, with its category and today's remaining runs: '98 left', or 'Pro'. */
export interface ToolEntry extends Named {
  readonly category: Category
  readonly left: string
}

/** The world of the next runs. Without a seed, each run gets a new one. */
export interface WorldChoice {
  readonly seed: string | undefined
  readonly scenario: ScenarioText
}

/** A run that a person requested. */
export interface RunRequest {
  readonly tool: ToolDefinition
  readonly input: string
  readonly world: WorldChoice
}

/** A message on the screen. */
export interface Note {
  readonly severity: Severity
  readonly text: string
}

/** The outcome of a run. */
export type RunOutcome =
  | { readonly kind: 'report'; readonly run: ToolRun; readonly note: Note | undefined }
  | { readonly kind: 'refused'; readonly sentences: readonly string[] }
  | { readonly kind: 'cancelled'; readonly sentence: string }

/** A report as lines of a given width: its head, and the tabs below it. */
export interface ReportPages {
  readonly mark: string
  readonly subject: string
  readonly verdict: readonly string[]
  readonly tabs: Readonly<Record<Tab, readonly string[]>>
}

/** The functions and data that the screens use. */
export interface Controller {
  /** The world from the command line. */
  readonly world: WorldChoice
  readonly scenarios: readonly { readonly name: ScenarioText; readonly title: string }[]
  /** Aborts when the system ends the command. */
  readonly signal: AbortSignal
  readonly tools: () => readonly ToolEntry[]
  readonly run: (request: RunRequest, signal: AbortSignal, onEvent: (event: RunEvent) => void) => Promise<RunOutcome>
  readonly pages: (run: ToolRun, width: number) => ReportPages
  /** Returns why a world is invalid; undefined for a valid one. */
  readonly checkWorld: (world: WorldChoice) => string | undefined
  readonly copy: (run: ToolRun, tab: Tab) => Note
  readonly save: (run: ToolRun, tab: Tab) => Note
}
