import * as v from 'valibot'
import { count } from './fields.ts'
import { user } from './user.ts'

/** The schema of a session (spec §3). Times are in seconds, as in OAuth: `expires_at` since 1970, `expires_in` from now. */
export const session = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_in: count(),
  expires_at: count(),
  token_type: v.literal('bearer'),
  user,
})

/** A session: its access token, its refresh token, and its user. */
export type Session = v.InferOutput<typeof session>

/**
 * The schema of the response that signs a user in. `token` is the access token of the session. With `second_factor_required`, the token
 * only allows finishing the sign-in (`auth.secondFactor`), reading the user and signing out.
 */
export const signedIn = v.object({
  token: v.string(),
  user,
  session,
  second_factor_required: v.optional(v.literal(true)),
})

/** The response that signs a user in. */
export type SignedIn = v.InferOutput<typeof signedIn>

/**
 * The schema of the response to a confirmation. With `password_required`, another registration of the address has removed the password, and
 * the user chooses one with `auth.password`.
 */
export const confirmed = v.object({ ...signedIn.entries, password_required: v.optional(v.literal(true)) })

/** The schema of the response to a registration whose address must be confirmed first. */
export const confirmationRequired = v.object({
  confirmation_required: v.literal(true),
  email: v.string(),
  message: v.string(),
})

/** The schema of an admin's view of a user: a short-lived, read-only access token without refresh. */
export const viewAs = v.object({
  token: v.string(),
  token_type: v.literal('bearer'),
  expires_in: count(),
  expires_at: count(),
  user,
  actor_id: v.string(),
})

/** An admin's view of a user. */
export type ViewAs = v.InferOutput<typeof viewAs>
