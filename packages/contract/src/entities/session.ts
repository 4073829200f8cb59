import * as v from 'valibot'
import { count, id, instant } from './fields.ts'
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
 * The schema of the response to a confirmation. With `password_required`, another request about the address has removed the password, and the
 * user chooses one with `auth.password`.
 */
export const confirmed = v.object({ ...signedIn.entries, password_required: v.optional(v.literal(true)) })

/**
 * The schema of the response to a registration whose address must be confirmed first. `resend_token` goes with `auth.resend`: it proves that
 * the request comes from the browser of the registration.
 */
export const confirmationRequired = v.object({
  confirmation_required: v.literal(true),
  email: v.string(),
  message: v.string(),
  resend_token: v.string(),
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

/** The schema of an authenticator app that the user signs in with. */
export const factor = v.object({
  id: id(),
  name: v.string(),
  created_at: instant(),
  last_used_at: v.nullable(instant()),
})

/** An authenticator app that a user signs in with. */
export type Factor = v.InferOutput<typeof factor>

/** The data for setting up an authenticator app. */
export const factorEnrolment = v.object({
  id: id(),
  name: v.string(),
  secret: v.string(),
  uri: v.string(),
  qr_code: v.string(),
})

/** The data for setting up an authenticator app. */
export type FactorEnrolment = v.InferOutput<typeof factorEnrolment>

/** The schema of the remaining recovery codes. */
export const recoveryCodes = v.object({ left: count(), last_used_at: v.nullable(instant()) })

/** The schema of one published key: the public part of an ES256 key (RFC 7517, RFC 7518 §6.2). */
export const publicKey = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  kid: v.string(),
  alg: v.literal('ES256'),
  use: v.literal('sig'),
})

/** The schema of the published keys (RFC 7517 §5). */
export const keySet = v.object({ keys: v.array(publicKey) })

/** One published key: the public part, which verifies signatures but can't create them. */
export type PublicKey = v.InferOutput<typeof publicKey>

/** The set of published keys at `/.well-known/jwks.json`. */
export type KeySet = v.InferOutput<typeof keySet>
