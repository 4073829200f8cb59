import * as v from 'valibot'
import { count } from './fields.ts'

/** The endpoints that accept a solved challenge. Each challenge is valid for one of them only. */
export const captchaPurposes = ['auth.register', 'auth.login', 'email.verify'] as const

/** The id of an endpoint that accepts a solved challenge. */
export type CaptchaPurpose = (typeof captchaPurposes)[number]

/**
 * The schema of a challenge in version 2 of ALTCHA's format, which ALTCHA's widget and libraries solve. The solution is the counter whose
 * key, derived by PBKDF2, begins with `keyPrefix`. The whole challenge is signed.
 */
export const captchaChallenge = v.object({
  parameters: v.object({
    algorithm: v.literal('PBKDF2/SHA-256'),
    cost: count(),
    nonce: v.string(),
    salt: v.string(),
    keyLength: count(),
    keyPrefix: v.string(),
    keySignature: v.string(),
    /** `expires` in epoch seconds of the service's clock. */
    data: v.object({ purpose: v.picklist(captchaPurposes), expires: count() }),
  }),
  signature: v.string(),
})

/** A proof-of-work challenge. A program solves it before a call that requires a solution. */
export type CaptchaChallenge = v.InferOutput<typeof captchaChallenge>
