import * as v from 'valibot'
import { count } from './fields.ts'

/** Describes a user's own numbers (spec §2). `uptime` is in per cent of the last 30 days, null before there is any. */
export const stats = v.object({
  emails_verified: count(),
  migrations: count(),
  tools_used: count(),
  uptime: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
})

/** A user's own numbers, as the dashboard shows them. */
export type Stats = v.InferOutput<typeof stats>
