import type { AltchaWidgetElement } from 'altcha/external'
import type { AltchaGlobal } from 'altcha/types'
import SolverWorker from 'altcha/workers/pbkdf2?worker'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { CAPTCHA_ALGORITHM, type CaptchaChallenge, checkSolution, makeChallenge } from './captcha-challenge.ts'
import 'altcha/altcha.css'
import './captcha.css'

/** What becomes of a check. */
export interface CaptchaEvents {
  readonly onVerified: () => void
  readonly onFailed: () => void
}

// From a file of our own: the content security policy lets no blob and no data URL be a worker.
const register = async (): Promise<void> => {
  await import('altcha/external')
  // It has just put it there.
  const { algorithms, i18n } = (globalThis as unknown as { $altcha: AltchaGlobal }).$altcha
  algorithms.set(CAPTCHA_ALGORITHM, () => new SolverWorker())
  const { robot, verifying, verified, captchaFailed, captchaExpired } = toolRunTexts
  i18n.set('en', {
    ...i18n.get('en'),
    label: robot,
    verifying,
    verified,
    waitAlert: verifying,
    error: captchaFailed,
    expired: captchaExpired,
  })
}

const payloadOf = (event: Event): string => {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
  const isPayload = typeof detail === 'object' && detail !== null && 'payload' in detail
  return isPayload && typeof detail.payload === 'string' ? detail.payload : ''
}

const judge = async (challenge: CaptchaChallenge, event: Event, { onVerified, onFailed }: CaptchaEvents) => {
  if (await checkSolution(challenge, payloadOf(event))) onVerified()
  else onFailed()
}

const configure = async (widget: AltchaWidgetElement, challenge: CaptchaChallenge): Promise<void> =>
  widget.configure({
    challenge,
    hideFooter: true,
    hideLogo: true,
    // It would watch the pointer for a server that is not asked.
    humanInteractionSignature: false,
    minDuration: 300,
    workers: 2,
  })

/** Puts the widget into its place. With `isSilent` it solves itself without a click. Gives what takes it away again. */
export const mountCaptcha = async (place: HTMLElement, isSilent: boolean, events: CaptchaEvents) => {
  await register()
  const challenge = await makeChallenge()
  const widget = document.createElement('altcha-widget')
  widget.addEventListener('verified', (event) => void judge(challenge, event, events))
  const begin = async () => {
    await configure(widget, challenge)
    if (isSilent) await widget.verify()
  }
  widget.addEventListener('load', () => void begin(), { once: true })
  place.replaceChildren(widget)
  return () => widget.remove()
}
