import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { dismissToast, type Toast, useToasts } from '../../lib/toasts.ts'
import { closeToast } from '../../texts/toasts.ts'
import { CloseGlyph } from './glyphs/action-glyphs.tsx'
import { severityClass, StatusGlyph } from './glyphs/status-glyph.tsx'
import './toaster.css'

// Long enough for reading it twice; toasts with an action stay longer.
const SHOWN = 6000
const SHOWN_WITH_ACTION = 12_000

const subscribeToVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Returns whether the tab is in the background. */
const useIsHidden = (): boolean => useSyncExternalStore(subscribeToVisibility, () => document.hidden)

const ToastSheet = ({ toast: { id, severity, title, message, action } }: { readonly toast: Toast }): ReactNode => {
  const [isHeld, hold] = useState(false)
  const isPaused = useIsHidden() || isHeld
  useEffect(() => {
    if (isPaused) return undefined
    const timer = setTimeout(() => dismissToast(id), action === undefined ? SHOWN : SHOWN_WITH_ACTION)
    return () => clearTimeout(timer)
  }, [id, isPaused, action])
  const act = () => {
    dismissToast(id)
    action?.run()
  }
  return (
    <li
      className={`toast ${severityClass[severity]}`}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <StatusGlyph severity={severity} />
      <div>
        <b>{title}</b>
        <p>{message}</p>
      </div>
      {action === undefined ? null : (
        <button type="button" onClick={act}>
          {action.label}
        </button>
      )}
      <button type="button" className="toast-close" aria-label={closeToast(title)} onClick={() => dismissToast(id)}>
        <CloseGlyph />
      </button>
    </li>
  )
}

/** Shows the toasts, in a live region that exists before them, because screen readers ignore the initial content of a region. */
export const Toaster = () => {
  const toasts = useToasts()
  const [isReady, ready] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => ready(true), 50)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="toasts" role="status" aria-live="polite">
      <ul>{isReady ? toasts.map((toast) => <ToastSheet key={toast.id} toast={toast} />) : null}</ul>
    </div>
  )
}
