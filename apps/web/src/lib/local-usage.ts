import { type SyncUsageStore, type Tool, type ToolDefinition, type Usage, type PlanId, usageOf } from '@netbox/core'
import * as v from 'valibot'
import { createKeptStore } from './kept-store.ts'

const count = v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0)
const stored = v.fallback(
  v.object({
    // The UTC day of the counters.
    day: v.string(),
    // Runs by subject and tool.
    runs: v.record(v.string(), v.fallback(v.record(v.string(), count), {})),
  }),
  { day: '', runs: {} },
)

type Counters = Readonly<v.InferOutput<typeof stored>>

/** Reads the stored counters; a damaged one counts nothing. */
export const readCounters = (value: unknown): Counters => v.parse(stored, value)

const counters = createKeptStore<Counters>({ key: 'netbox_usage', initial: { day: '', runs: {} }, read: readCounters })

const usedOf = ({ day, runs }: Counters, key: { subject: string; tool: string; day: string }): number =>
  day === key.day ? (runs[key.subject]?.[key.tool] ?? 0) : 0

const plusOne = (kept: Counters, key: { subject: string; tool: string; day: string }): Counters => {
  const runs = kept.day === key.day ? kept.runs : {}
  return {
    day: key.day,
    runs: { ...runs, [key.subject]: { ...runs[key.subject], [key.tool]: usedOf(kept, key) + 1 } },
  }
}

/**
 * Counts runs in this browser, by user and UTC day. A product gate, not a security boundary: whoever clears the storage
 * starts anew.
 */
export const localUsage: SyncUsageStore = {
  read: (key) => usedOf(counters.get(), key),
  consume: (key, limit) => {
    let outcome = { granted: false, used: 0 }
    counters.update((kept) => {
      const used = usedOf(kept, key)
      const granted = limit < 0 || used < limit
      outcome = { granted, used: granted ? used + 1 : used }
      return granted ? plusOne(kept, key) : kept
    })
    return outcome
  },
}

const NONE: Readonly<Record<string, number>> = {}

/** Whose runs are counted while nobody is signed in. */
export const ANONYMOUS = 'anonymous'

/** Follows how often somebody has run each tool today. */
export const useTodaysRuns = (subject: string): Readonly<Record<string, number>> => {
  const { day, runs } = counters.use()
  return day === new Date().toISOString().slice(0, 10) ? (runs[subject] ?? NONE) : NONE
}

/** Follows how many of today's runs of a tool are left. */
export const useLocalUsage = (tool: Tool & ToolDefinition, plan: PlanId, subject: string): Usage => {
  const kept = counters.use()
  const day = new Date().toISOString().slice(0, 10)
  return usageOf(usedOf(kept, { subject, tool: tool.id, day }), tool.limits[plan])
}
