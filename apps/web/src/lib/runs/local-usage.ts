import {
  isObject,
  type PlanId,
  type SyncUsageStore,
  type Tool,
  type ToolDefinition,
  type Usage,
  usageOf,
} from '@netbox/core'
import { createKeptStore } from '../page/store.ts'
import { useSession } from '../session/session.ts'

interface Counters {
  /** The UTC day of the counters. */
  readonly day: string
  /** The number of runs by subject and tool. */
  readonly runs: Readonly<Record<string, Readonly<Record<string, number>>>>
}

// Doesn't use a schema library, which would add 2 kB to every public page.
const isCount = (entry: [string, unknown]): entry is [string, number] =>
  typeof entry[1] === 'number' && Number.isSafeInteger(entry[1]) && entry[1] >= 0

/** Reads the stored counters; invalid ones count as zero. */
export const readCounters = (value: unknown): Counters => {
  if (!isObject(value) || typeof value['day'] !== 'string' || !isObject(value['runs'])) return { day: '', runs: {} }
  const runs = Object.entries(value['runs']).map(([subject, tools]) => [
    subject,
    isObject(tools) ? Object.fromEntries(Object.entries(tools).filter(isCount)) : {},
  ])
  // The cast is safe, because each entry contains only counts by tool.
  return { day: value['day'], runs: Object.fromEntries(runs) as Counters['runs'] }
}

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
 * Counts runs in this browser, by user and UTC day. The limit is a feature of the product, not a security boundary: clearing the storage
 * resets the counters.
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

/** Replaces the day's counters with the account's, which include runs over the API and in other browsers. */
export const setUsage = (subject: string, day: string, used: Readonly<Record<string, number>>): void => {
  // If the account has no runs, nothing needs to be stored.
  if (Object.keys(used).length === 0 && counters.get().runs[subject] === undefined) return
  counters.update((kept) => {
    // If this browser already counts a later day, the service's counters are outdated. On a new day, the counters of other users are
    // dropped.
    if (kept.day > day) return kept
    return { day, runs: { ...(kept.day === day ? kept.runs : {}), [subject]: used } }
  })
}

const NONE: Readonly<Record<string, number>> = {}

/** The subject of runs without a session. */
export const ANONYMOUS = 'anonymous'

/** Subscribes to a user's number of runs of each tool today. */
export const useTodaysRuns = (subject: string): Readonly<Record<string, number>> => {
  const { day, runs } = counters.use()
  return day === new Date().toISOString().slice(0, 10) ? (runs[subject] ?? NONE) : NONE
}

/** Subscribes to the usage of a tool today: its limit and the remaining runs. */
export const useLocalUsage = (tool: Tool & ToolDefinition, plan: PlanId, subject: string): Usage => {
  const kept = counters.use()
  const day = new Date().toISOString().slice(0, 10)
  return usageOf(usedOf(kept, { subject, tool: tool.id, day }), tool.limits[plan])
}

/** Returns the user's plan and today's usage of a tool. Until the user is known, returns a visitor's plan and usage. */
export const useVisitor = (tool: Tool) => {
  const { user } = useSession()
  const plan = user?.plan ?? 'free'
  const subject = user?.id ?? ANONYMOUS
  return { plan, subject, signedIn: user !== undefined, usage: useLocalUsage(tool, plan, subject) } as const
}
