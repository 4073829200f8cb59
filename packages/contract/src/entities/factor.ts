import * as v from 'valibot'
import { count, id, instant } from './fields.ts'

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
