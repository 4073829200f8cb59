import { migrationStatuses } from '@netbox/product'
import * as v from 'valibot'
import { id, instant } from './fields.ts'

/** The schema of a request to move a mailbox (spec §3), as its owner sees it. Responses never contain the passwords. */
export const migration = v.object({
  id: id(),
  user_id: id(),
  source_host: v.string(),
  source_port: v.number(),
  source_email: v.string(),
  destination_host: v.string(),
  destination_port: v.number(),
  destination_email: v.string(),
  status: v.picklist(migrationStatuses),
  progress_percentage: v.number(),
  error_message: v.nullable(v.string()),
  created_at: instant(),
  completed_at: v.nullable(instant()),
})

/** A request to move a mailbox, without passwords. */
export type Migration = v.InferOutput<typeof migration>

/** The schema of the outcome of a simulated connection test (spec §3). */
export const connectionTest = v.object({
  simulated: v.literal(true),
  host: v.string(),
  port: v.number(),
  status: v.picklist(['success', 'failed']),
  error: v.nullable(v.string()),
})

/** The outcome of a simulated connection test. */
export type ConnectionTest = v.InferOutput<typeof connectionTest>
