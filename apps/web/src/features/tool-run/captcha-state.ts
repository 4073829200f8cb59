import { createStore } from '../../lib/store.ts'

/** The validity of a passed check, in ms. */
const LIFETIME = 10 * 60_000

/** The state of the security check. `expired` and `failed` are also unverified, and say why. */
export type CaptchaState = 'unverified' | 'verified' | 'expired' | 'failed'

// The state is shared by all tools: a visitor who has passed the check doesn't need to repeat it for the next tool.
const captcha = createStore<CaptchaState>('unverified')
let expiry: ReturnType<typeof setTimeout> | undefined

/** Subscribes to the state of the security check. */
export const useCaptcha = (): CaptchaState => captcha.use()

/** Records that the check was passed, until its validity ends. */
export const captchaVerified = (): void => {
  clearTimeout(expiry)
  expiry = setTimeout(() => captcha.set('expired'), LIFETIME)
  captcha.set('verified')
}

/** Records that the check failed. */
export const captchaFailed = (): void => {
  clearTimeout(expiry)
  captcha.set('failed')
}
