import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { inlineMessages } from '../../lib/inline-messages.ts'
import { dismissToast, type Toast, useToasts } from '../../lib/toasts.ts'
import { closeToast, repeatedToasts } from '../../texts/toasts.ts'
import { CloseGlyph } from './glyphs/action-glyphs.tsx'
import { severityClass, StatusGlyph } from './glyphs/status-glyph.tsx'
import { useToastPlace } from './toast-place.ts'
import * as styles from './toaster.module.css'

// Long enough to read a toast twice; toasts with an action stay longer.
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
      className={`${styles.toast} ${severityClass[severity]}`}
      data-toast
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
      <button
        type="button"
        className={styles.toastClose}
        aria-label={closeToast(title)}
        onClick={() => dismissToast(id)}
      >
        <CloseGlyph />
      </button>
    </li>
  )
}

const Sheets = ({ toasts }: { readonly toasts: readonly Toast[] }) => (
  <ul>
    {toasts.map((toast) => (
      <ToastSheet key={toast.id} toast={toast} />
    ))}
  </ul>
)

/**
 * Shows the toasts, in a live region that exists before they do: screen readers skip content that appears with its region. Messages that
 * the page also shows are outside of the region, so that they are not announced twice.
 */
export const Toaster = () => {
  const [isReady, ready] = useState(false)
  const all = useToasts()
  const toasts = isReady ? all : []
  const inline = inlineMessages.use()
  const isRepeated = ({ message }: Toast): boolean => inline.includes(message)
  const list = useRef<HTMLDivElement>(null)
  const { side, lift } = useToastPlace(list, toasts.length)
  useEffect(() => {
    const timer = setTimeout(() => ready(true), 50)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div
      className={side === 'left' ? `${styles.toasts} ${styles.left}` : styles.toasts}
      data-toasts
      ref={list}
      style={{ translate: `0 ${-lift}px` }}
    >
      {toasts.some(isRepeated) ? (
        <section aria-label={repeatedToasts}>
          <Sheets toasts={toasts.filter(isRepeated)} />
        </section>
      ) : null}
      <div role="status" aria-live="polite">
        <Sheets toasts={toasts.filter((toast) => !isRepeated(toast))} />
      </div>
    </div>
  )
}
