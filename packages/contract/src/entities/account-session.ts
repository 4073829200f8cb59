import * as v from 'valibot'
import { id, instant } from './fields.ts'

/** A device on which a user is signed in. `current` marks the session of the request. */
export const accountSession = v.object({
  id: id(),
  user_agent: v.string(),
  address: v.string(),
  created_at: instant(),
  /** The time when the session last got a new access token; active clients request one about every ten minutes. */
  last_used_at: instant(),
  expires_at: instant(),
  current: v.boolean(),
})

/** A device on which a user is signed in. */
export type AccountSession = v.InferOutput<typeof accountSession>
