import { labels } from '@netbox/product'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { captchaFailed, captchaVerified, useCaptcha } from './captcha-state.ts'
import * as panel from '../../components/ui/panel.module.css'
import * as toolRun from './tool-run.module.css'
import * as styles from './captcha.module.css'

// Spec §4: the widget appears after this many milliseconds.
const DELAY = 100

type ProofState = 'loading' | 'ready' | 'working' | 'absent'

/** Solves a challenge and publishes the outcome to the page. Returns the next state of the box. */
const prove = async (): Promise<ProofState> => {
  // The solver is in a file that loads on demand.
  const loaded = await import('./prove-browser.ts').catch(() => undefined)
  if (loaded === undefined) return 'absent'
  const isProven = await loaded.proveBrowser().catch(() => false)
  if (isProven) captchaVerified()
  else captchaFailed()
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
      <div className={`${panel.captcha} ${styles.captcha}`} role="status">
        {state === 'absent' ? toolRunTexts.captchaAbsent : labels.loadingCaptcha}
      </div>
    )
  const isWorking = state === 'working'
  return (
    <label className={`${panel.captcha} ${styles.captcha}`}>
      <input
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
    <div className={`${panel.captcha} ${styles.captcha}`} role="status" ref={box} tabIndex={-1}>
      <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
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
    <div className={toolRun.captchaPlace}>
      {/* Each challenge is used once: an expired or failed one is replaced by a new one. */}
      {state === 'verified' ? (
        <Verified hadFocus={hadFocus} />
      ) : (
        <Unverified key={state} isSilent={isSilent} hadFocus={hadFocus} />
      )}
    </div>
  )
}
