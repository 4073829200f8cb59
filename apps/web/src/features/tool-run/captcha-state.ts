import { createStore } from '../../lib/store.ts'

/** How long a passed check holds, in ms. */
const LIFETIME = 10 * 60_000

/** Where the security check stands. `expired` and `failed` are unverified too, and say why. */
export type CaptchaState = 'unverified' | 'verified' | 'expired' | 'failed'

// For the whole visit: who has passed it need not do it again for the next tool.
const captcha = createStore<CaptchaState>('unverified')
let expiry: ReturnType<typeof setTimeout> | undefined

/** Follows the security check. */
export const useCaptcha = (): CaptchaState => captcha.use()

/** Says that the check was passed; it holds for its lifetime. */
export const captchaVerified = (): void => {
  clearTimeout(expiry)
  expiry = setTimeout(() => captcha.set('expired'), LIFETIME)
  captcha.set('verified')
}

/** Says that the check went wrong. */
export const captchaFailed = (): void => {
  clearTimeout(expiry)
  captcha.set('failed')
}
