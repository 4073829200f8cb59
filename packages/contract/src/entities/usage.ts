import * as v from 'valibot'
import { count, instant } from './fields.ts'

/** The schema of a tool's daily limit, and of the runs that count against it: -1 is unlimited. */
export const usage = v.object({ dailyUsed: count(), dailyLimit: v.number(), remaining: v.number() })

/** The schema of today's use of one tool: -1 is unlimited; `reset` is the time when the count starts again. */
export const toolUsage = v.object({
  tool: v.string(),
  used: count(),
  limit: v.number(),
  remaining: v.number(),
  reset: instant(),
})

/** The schema of the verifications of a calendar month (UTC): -1 is unlimited, as on the free plan, whose limit is for each run. */
export const monthlyVerifications = v.object({
  used: count(),
  limit: v.number(),
  remaining: v.number(),
  reset: instant(),
})

/** Today's use of one tool. */
export type ToolUsage = v.InferOutput<typeof toolUsage>
