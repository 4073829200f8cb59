import { labels } from '@netbox/product'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Problem, ProblemLines, problemSaying } from './problem.tsx'
import { createStore } from '../../lib/page/store.ts'
import { keepVerified, verifiedUntil } from '../../lib/world/visit.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'

/** The validity of a passed check, in ms. */
const PROOF_LIFETIME = 10 * 60_000

/** The state of the security check. `expired` and `failed` are also unverified, and say why. */
type CaptchaState = 'unverified' | 'verified' | 'expired' | 'failed'

// The state is shared by all tools: a visitor who has passed the check doesn't need to repeat it for the next tool, or after a reload.
const createCaptcha = () => {
  const state = createStore<CaptchaState>('unverified')
  let expiry: ReturnType<typeof setTimeout> | undefined
  const show = (next: CaptchaState): void => {
    clearTimeout(expiry)
    state.set(next)
  }
  /** Shows the outcome that the visit stores. */
  const verify = (): void => {
    show('verified')
    expiry = setTimeout(() => state.set('expired'), verifiedUntil() - Date.now())
  }
  if (verifiedUntil() > Date.now()) verify()
  return { use: () => state.use(), verify, fail: () => show('failed') }
}

const captcha = createCaptcha()

/** Subscribes to the state of the security check. */
export const useCaptcha = (): CaptchaState => captcha.use()

// Spec §4: the widget appears after this many milliseconds.
const DELAY = 100

type ProofState = 'loading' | 'ready' | 'working' | 'absent'

/** Solves a challenge and publishes the outcome to the page. Returns the next state of the box. */
const prove = async (): Promise<ProofState> => {
  // The solver is in a file that loads on demand.
  const loaded = await import('./captcha-challenge.ts').catch(() => undefined)
  if (loaded === undefined) return 'absent'
  if (await loaded.proveBrowser().catch(() => false)) {
    keepVerified(Date.now() + PROOF_LIFETIME)
    captcha.verify()
  } else captcha.fail()
  return 'ready'
}

/** Shows the box after its delay, and starts the work: on a click, or automatically with `isSilent`. */
const useProof = (isSilent: boolean) => {
  const [state, setState] = useState<ProofState>('loading')
  const begin = useCallback(async () => {
    setState('working')
    setState(await prove())
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => (isSilent ? void begin() : setState('ready')), DELAY)
    return () => clearTimeout(timer)
  }, [isSilent, begin])
  return { state, begin }
}

const BOX = `flex h-control items-center gap-2.5 rounded-md border border-rule-2 bg-paper px-3.5 text-sm whitespace-nowrap text-ink-2`

// While the check runs, the box is a dashed ring, as a step that is pending.
const TICK = `m-0 grid size-5 flex-none cursor-[inherit] appearance-none place-content-center rounded-sm border border-control bg-well
  checked:rounded-full checked:border-2 checked:border-dashed checked:border-signal`

interface BoxProps {
  /** Whether the box that this one replaces had the focus. */
  readonly hadFocus: RefObject<boolean>
}

const Unverified = ({ isSilent, hadFocus }: BoxProps & { readonly isSilent: boolean }) => {
  const { state, begin } = useProof(isSilent)
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(
    () => () => {
      hadFocus.current = box.current !== null && box.current === document.activeElement
    },
    [hadFocus],
  )
  if (state === 'loading' || state === 'absent')
    return (
      <div className={BOX} role="status">
        {state === 'absent' ? toolRunTexts.captchaAbsent : labels.loadingCaptcha}
      </div>
    )
  const isWorking = state === 'working'
  return (
    <label className={`${BOX} cursor-pointer`}>
      <input
        className={TICK}
        type="checkbox"
        ref={box}
        checked={isWorking}
        onChange={() => void (isWorking || begin())}
        aria-busy={isWorking}
      />
      {isWorking ? toolRunTexts.verifying : toolRunTexts.robot}
    </label>
  )
}

const Verified = ({ hadFocus }: BoxProps) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hadFocus.current) box.current?.focus({ preventScroll: true })
  }, [hadFocus])
  return (
    <div className={BOX} role="status" ref={box} tabIndex={-1}>
      <svg className="i size-4.5 text-pass" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4.5 12.5l5 5L19.5 7" />
      </svg>
      {toolRunTexts.verified}
    </div>
  )
}

/** The security check. Users of paid plans pass the check without a click. */
export const Captcha = ({ isSilent }: { readonly isSilent: boolean }) => {
  const state = useCaptcha()
  const hadFocus = useRef(false)
  return (
    <div className="relative xl:min-w-[13rem] max-xl:order-2">
      {/* Each challenge is used once: an expired or failed one is replaced by a new one. */}
      {state === 'verified' ? (
        <Verified hadFocus={hadFocus} />
      ) : (
        <Unverified key={state} isSilent={isSilent} hadFocus={hadFocus} />
      )}
    </div>
  )
}

/** Shows the problem of a run in the panel, or else the outcome of the security check. */
export const AskProblem = ({ id, problem }: { readonly id: string; readonly problem: Problem | undefined }) => {
  const state = useCaptcha()
  const { captchaExpired, captchaFailed } = toolRunTexts
  const ofCaptcha =
    state === 'expired' || state === 'failed'
      ? problemSaying(state === 'expired' ? captchaExpired : captchaFailed)
      : undefined
  return (
    <ProblemLines id={id} problem={problem ?? ofCaptcha} severity={problem === undefined ? 'warning' : 'critical'} />
  )
}
