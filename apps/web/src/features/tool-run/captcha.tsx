import { labels } from '@netbox/core'
import { useEffect, useRef, useState } from 'react'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { captchaFailed, captchaVerified, useCaptcha } from './captcha-state.ts'

// Spec §4: the widget appears after that many milliseconds.
const DELAY = 100

type Loading = 'loading' | 'shown' | 'absent'

const mount = async (place: HTMLElement, isSilent: boolean) => {
  const { mountCaptcha } = await import('./captcha-widget.ts')
  return mountCaptcha(place, isSilent, { onVerified: captchaVerified, onFailed: captchaFailed })
}

/** Brings the widget, from a file that no page loads before it is wanted. */
const useWidget = (isSilent: boolean) => {
  const place = useRef<HTMLDivElement>(null)
  const [loading, setLoading] = useState<Loading>('loading')
  useEffect(() => {
    let isWanted = true
    let remove = () => {}
    const bring = async () => {
      if (place.current === null) return
      const taken = await mount(place.current, isSilent)
      if (!isWanted) return taken()
      remove = taken
      setLoading('shown')
    }
    const timer = setTimeout(() => void bring().catch(() => isWanted && setLoading('absent')), DELAY)
    return () => {
      isWanted = false
      clearTimeout(timer)
      remove()
    }
  }, [isSilent])
  return { place, loading }
}

const Unverified = ({ isSilent }: { readonly isSilent: boolean }) => {
  const { place, loading } = useWidget(isSilent)
  return (
    <div className="captcha-place">
      {loading === 'shown' ? null : (
        <div className="captcha" role="status">
          {loading === 'absent' ? toolRunTexts.captchaAbsent : labels.loadingCaptcha}
        </div>
      )}
      <div ref={place} className="captcha-widget" hidden={loading !== 'shown'} />
    </div>
  )
}

const Verified = () => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The widget that had the focus is gone: the keyboard goes on from here.
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="captcha-place">
      <div className="captcha" role="status" ref={box} tabIndex={-1}>
        <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4.5 12.5l5 5L19.5 7" />
        </svg>
        {toolRunTexts.verified}
      </div>
    </div>
  )
}

/** The security check. For those who pay it solves itself. */
export const Captcha = ({ isSilent }: { readonly isSilent: boolean }) => {
  const state = useCaptcha()
  if (state === 'verified') return <Verified />
  // A new one after each end: what has expired or failed is not asked again.
  return <Unverified key={state} isSilent={isSilent} />
}
