import { createStore } from '../../lib/store.ts'
import { keepVerified, verifiedUntil } from '../../lib/visit.ts'

/** The validity of a passed check, in ms. */
const LIFETIME = 10 * 60_000

/** The state of the security check. `expired` and `failed` are also unverified, and say why. */
export type CaptchaState = 'unverified' | 'verified' | 'expired' | 'failed'

// The state is shared by all tools: a visitor who has passed the check doesn't need to repeat it for the next tool, or after a reload.
const captcha = createStore<CaptchaState>('unverified')
let expiry: ReturnType<typeof setTimeout> | undefined

const verifyUntil = (end: number): void => {
  clearTimeout(expiry)
  expiry = setTimeout(() => captcha.set('expired'), end - Date.now())
  captcha.set('verified')
}

if (verifiedUntil() > Date.now()) verifyUntil(verifiedUntil())

/** Subscribes to the state of the security check. */
export const useCaptcha = (): CaptchaState => captcha.use()

/** Records that the check was passed, until its validity ends. */
export const captchaVerified = (): void => {
  keepVerified(Date.now() + LIFETIME)
  verifyUntil(verifiedUntil())
}

/** Records that the check failed. */
export const captchaFailed = (): void => {
  clearTimeout(expiry)
  captcha.set('failed')
}
