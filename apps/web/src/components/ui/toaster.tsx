import { type ReactNode, useEffect, useState } from 'react'
import { dismissToast, type Toast, useToasts } from '../../lib/toasts.ts'
import { severityClass, StatusGlyph } from './glyphs/status-glyph.tsx'
import './toaster.css'

// Long enough to be read twice; what can be acted on stays longer.
const SHOWN = 6000
const SHOWN_WITH_ACTION = 12_000

const ToastSheet = ({ toast: { id, severity, title, message, action } }: { readonly toast: Toast }): ReactNode => {
  const [isHeld, hold] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => dismissToast(id), action === undefined ? SHOWN : SHOWN_WITH_ACTION)
    return () => clearTimeout(timer)
  }, [id, isHeld, action])
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
    </li>
  )
}

/** Shows the toasts, in a live region that is there before they are: what comes with its region is not read out. */
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
