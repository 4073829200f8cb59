import type { RunEvent, Severity, ToolDefinition, ToolRun } from '@netbox/core'
import type { Category } from '../categories.ts'
import type { Named } from './search.ts'
import type { Tab } from './tabs.ts'

/*
 * What the screens ask for. The command answers: rules, words of core and files are its business, drawing is theirs.
 */

/** A tool in the list: its category, and what is left of its runs today: '98 left', or 'Pro'. */
export interface Pickable extends Named {
  readonly category: Category
  readonly left: string
}

/** In which world runs are made. Without a seed each draws a fresh one. */
export interface WorldChoice {
  readonly seed: string | undefined
  readonly scenario: string
}

/** What is to be run. */
export interface Order {
  readonly tool: ToolDefinition
  readonly input: string
  readonly world: WorldChoice
}

/** A sentence about what just happened. */
export interface Note {
  readonly severity: Severity
  readonly text: string
}

/** What came of an order. */
export type Outcome =
  | { readonly kind: 'report'; readonly run: ToolRun; readonly note: Note | undefined }
  | { readonly kind: 'refused'; readonly sentences: readonly string[] }
  | { readonly kind: 'cancelled'; readonly sentence: string }

/** A report as lines of a width: what stays in view, and the tabs. */
export interface Pages {
  readonly mark: string
  readonly subject: string
  readonly verdict: readonly string[]
  readonly tabs: Readonly<Record<Tab, readonly string[]>>
}

/** Everything that the screens can ask for. */
export interface Desk {
  /** The world that the command line named. */
  readonly world: WorldChoice
  readonly scenarios: readonly { readonly name: string; readonly title: string }[]
  /** Aborted when the system ends the command. */
  readonly signal: AbortSignal
  readonly tools: () => readonly Pickable[]
  readonly run: (order: Order, signal: AbortSignal, onEvent: (event: RunEvent) => void) => Promise<Outcome>
  readonly pages: (run: ToolRun, width: number) => Pages
  /** Says what is wrong with a world, or nothing. */
  readonly checkWorld: (world: WorldChoice) => string | undefined
  readonly copy: (run: ToolRun, tab: Tab) => Note
  readonly save: (run: ToolRun, tab: Tab) => Note
}
