import * as v from 'valibot'
import { count } from './fields.ts'

/** The endpoints that accept a solved challenge. Each challenge is valid for one of them only. */
export const captchaPurposes = ['auth.register', 'auth.login', 'email.verify'] as const

/** The id of an endpoint that accepts a solved challenge. */
export type CaptchaPurpose = (typeof captchaPurposes)[number]

/**
 * The schema of a challenge in the format of ALTCHA's second version, which its widget and its libraries solve: find the counter whose key,
 * derived by PBKDF2, begins with `keyPrefix`. The whole challenge is signed.
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

/** A challenge that a program solves by computation, before a call that requires it. */
export type CaptchaChallenge = v.InferOutput<typeof captchaChallenge>
