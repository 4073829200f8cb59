import { type Severity, severities, type ToolRun } from '@netbox/core'
import { createKeptStore } from './kept-store.ts'

/** What is kept of a run: enough to run it again, and how it ended. */
export interface RecentRun {
  readonly tool: string
  readonly input: string
  readonly seed: string
  readonly scenario: string
  readonly at: string
  readonly sentence: string
  readonly severity: Severity
}

/** How many runs are kept. */
export const MAX_RECENT_RUNS = 50

const texts = ['tool', 'input', 'seed', 'scenario', 'at', 'sentence'] as const

const isRecentRun = (value: unknown): value is RecentRun => {
  if (typeof value !== 'object' || value === null) return false
  const fields: Readonly<Record<string, unknown>> = { ...value }
  return (
    texts.every((name) => typeof fields[name] === 'string') && severities.some((known) => known === fields['severity'])
  )
}

/** Reads what was kept; what is no run is passed over. */
export const readRecentRuns = (value: unknown): RecentRun[] =>
  Array.isArray(value) ? value.filter(isRecentRun).slice(0, MAX_RECENT_RUNS) : []

const recent = createKeptStore<readonly RecentRun[]>({
  key: 'netbox_recent_runs',
  initial: [],
  read: readRecentRuns,
  // Headers of mails are long: rather fewer runs than none.
  shrink: (runs) => (runs.length > 1 ? runs.slice(0, Math.floor(runs.length / 2)) : undefined),
})

const isSame = (one: RecentRun, other: RecentRun): boolean =>
  texts.every((name) => name === 'sentence' || one[name] === other[name])

/** Puts a run before the others; the same run is listed once. */
export const withRun = (runs: readonly RecentRun[], run: RecentRun): RecentRun[] =>
  [run, ...runs.filter((other) => !isSame(run, other))].slice(0, MAX_RECENT_RUNS)

/** Follows the runs of this browser, the last one first. */
export const useRecentRuns = (): readonly RecentRun[] => recent.use()

/** Keeps a run. */
export const rememberRun = ({ tool, input, seed, scenario, at, verdict }: ToolRun): void =>
  recent.update((runs) =>
    withRun(runs, { tool, input, seed, scenario, at, sentence: verdict.sentence, severity: verdict.severity }),
  )

/** Forgets all runs. */
export const clearRecentRuns = (): void => recent.update(() => [])
