import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { dismissToast, inlineMessages, type Toast, useToasts } from '../../lib/page/toasts.ts'
import { closeToast, repeatedToasts } from '../../texts/fields.ts'
import { IconButton, TextButton } from './button.tsx'
import { ALERT } from './form-alert.tsx'
import { CloseGlyph } from './glyphs/line-glyphs.tsx'
import { severityClass, StatusGlyph } from './glyphs/status-glyph.tsx'

// Long enough to read a toast twice. A success, which the page shows too, stays shorter; toasts with an action stay longer.
const SHOWN = 6000
const SHOWN_SUCCESS = 3000
const SHOWN_WITH_ACTION = 12_000

const shownFor = ({ severity, action }: Toast): number => {
  if (action !== undefined) return SHOWN_WITH_ACTION
  return severity === 'pass' ? SHOWN_SUCCESS : SHOWN
}

const subscribeToVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Returns whether the tab is in the background. */
const useIsHidden = (): boolean => useSyncExternalStore(subscribeToVisibility, () => document.hidden)

const ToastSheet = ({ toast }: { readonly toast: Toast }): ReactNode => {
  const { id, severity, title, message, action } = toast
  const shown = shownFor(toast)
  const [isHeld, hold] = useState(false)
  const isPaused = useIsHidden() || isHeld
  useEffect(() => {
    if (isPaused) return undefined
    const timer = setTimeout(() => dismissToast(id), shown)
    return () => clearTimeout(timer)
  }, [id, isPaused, shown])
  const act = () => {
    dismissToast(id)
    action?.run()
  }
  return (
    <li
      className={`pointer-events-auto grid-cols-[18px_minmax(0,1fr)_auto] shadow-float transition-opacity starting:opacity-0 ${ALERT} ${severityClass[severity]}`}
      data-toast
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <StatusGlyph severity={severity} />
      <div>
        <b className="text-ink">{title}</b>
        <p className="text-ink-2">{message}</p>
      </div>
      {action === undefined ? null : (
        <TextButton className="col-start-2 row-start-2 justify-self-start font-semibold" onClick={act}>
          {action.label}
        </TextButton>
      )}
      <IconButton
        isSmall
        className="col-start-3 row-start-1 -mt-1.5 -mr-2 [&>svg]:size-3.5"
        aria-label={closeToast(title)}
        onClick={() => dismissToast(id)}
      >
        <CloseGlyph />
      </IconButton>
    </li>
  )
}

const Sheets = ({ toasts }: { readonly toasts: readonly Toast[] }) =>
  toasts.length === 0 ? null : (
    <ul className="grid gap-2.5">
      {toasts.map((toast) => (
        <ToastSheet key={toast.id} toast={toast} />
      ))}
    </ul>
  )

// Scrolls a focused control that the toasts cover up to above them (WCAG 2.2, 2.4.11). Their room is in `scroll-padding-bottom`.
const uncoverFocus = (toasts: Element): void => {
  const focused = document.activeElement
  if (focused === null || focused === document.body || toasts.contains(focused)) return
  const box = toasts.getBoundingClientRect()
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  const isCovered = left < box.right && right > box.left && top < box.bottom && bottom > box.top
  if (isCovered) focused.scrollIntoView({ block: 'nearest' })
}

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
  useEffect(() => {
    const timer = setTimeout(() => ready(true), 50)
    return () => clearTimeout(timer)
  }, [])
  const corner = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (toasts.length > 0 && corner.current !== null) uncoverFocus(corner.current)
  }, [toasts.length])
  return (
    <div
      ref={corner}
      className="pointer-events-none fixed bottom-5 left-5 z-20 grid w-[min(380px,100vw-32px)] gap-2.5 max-md:bottom-4 max-md:left-4 print:hidden"
      data-toasts
    >
      {toasts.some(isRepeated) ? (
        <section aria-label={repeatedToasts}>
          <Sheets toasts={toasts.filter(isRepeated)} />
        </section>
      ) : null}
      <div className="empty:absolute" role="status" aria-live="polite">
        <Sheets toasts={toasts.filter((toast) => !isRepeated(toast))} />
      </div>
    </div>
  )
}
