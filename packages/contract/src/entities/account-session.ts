import * as v from 'valibot'
import { id, instant } from './fields.ts'

/** Describes a device on which a user is signed in. `current` is the session that the request carries. */
export const accountSession = v.object({
  id: id(),
  user_agent: v.string(),
  address: v.string(),
  created_at: instant(),
  /** When it last got a new access token, which clients do about every ten minutes of use. */
  last_used_at: instant(),
  expires_at: instant(),
  current: v.boolean(),
})

/** A device on which a user is signed in. */
export type AccountSession = v.InferOutput<typeof accountSession>
