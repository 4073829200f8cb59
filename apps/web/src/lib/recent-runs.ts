import { severities, type ToolRun } from '@netbox/core'
import * as v from 'valibot'
import { createKeptStore } from './kept-store.ts'
import { RECENT_RUNS_KEY } from './recent-runs-key.ts'

// The last instant that a date can hold (ECMA-262, section 21.4.1.1), in milliseconds.
const LAST_INSTANT = 8.64e15

const recentRun = v.object({
  tool: v.string(),
  input: v.string(),
  seed: v.string(),
  scenario: v.string(),
  at: v.string(),
  sentence: v.string(),
  severity: v.picklist(severities),
  // Who ran it, and when, in epoch ms; older versions stored neither.
  subject: v.optional(v.string()),
  ranAt: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(LAST_INSTANT))),
})

/** What the browser stores of a run: enough to run it again, and how it ended. */
export type RecentRun = Readonly<v.InferOutput<typeof recentRun>>

/** How many runs are kept. */
export const MAX_RECENT_RUNS = 50

/** Reads the stored runs and drops every entry that is not one. */
export const readRecentRuns = (value: unknown): RecentRun[] =>
  Array.isArray(value) ? value.filter((entry) => v.is(recentRun, entry)).slice(0, MAX_RECENT_RUNS) : []

const recent = createKeptStore<readonly RecentRun[]>({
  key: RECENT_RUNS_KEY,
  initial: [],
  read: readRecentRuns,
  // Headers of mails are long: rather fewer runs than none.
  shrink: (runs) => (runs.length > 1 ? runs.slice(0, Math.floor(runs.length / 2)) : undefined),
})

const isSame = (one: RecentRun, other: RecentRun): boolean =>
  (['tool', 'input', 'seed', 'scenario', 'at'] as const).every((name) => one[name] === other[name])

/** Puts a run before the others; the same run is listed once. */
export const withRun = (runs: readonly RecentRun[], run: RecentRun): RecentRun[] =>
  [run, ...runs.filter((other) => !isSame(run, other))].slice(0, MAX_RECENT_RUNS)

/** Follows the runs of this browser, the last one first. */
export const useRecentRuns = (): readonly RecentRun[] => recent.use()

/** Keeps a run of somebody's that has just ended. */
export const rememberRun = ({ tool, input, seed, scenario, at, verdict }: ToolRun, subject: string): void => {
  const { sentence, severity } = verdict
  recent.update((runs) =>
    withRun(runs, { tool, input, seed, scenario, at, sentence, severity, subject, ranAt: Date.now() }),
  )
}

/** Forgets all runs. */
export const clearRecentRuns = (): void => recent.update(() => [])
