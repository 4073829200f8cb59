import type { Severity } from '@netbox/core'
import type { Notice } from '@netbox/product'
import { createStore } from './store.ts'

/** The text of a toast, its tone, and its action. */
export interface Toast extends Notice {
  readonly id: number
  readonly severity: Severity
  readonly action?: { readonly label: string; readonly run: () => void }
}

// The maximum number of toasts, because more would cover the page.
const MOST = 3

const toasts = createStore<readonly Toast[]>([])
let last = 0

/** Subscribes to the visible toasts. */
export const useToasts = (): readonly Toast[] => toasts.use()

/** Shows a toast. Errors must also appear elsewhere on the page. */
export const toast = (severity: Severity, { title, message }: Notice, action?: Toast['action']): void => {
  last += 1
  const made: Toast = { id: last, severity, title, message, ...(action === undefined ? {} : { action }) }
  const others = toasts.get().filter((shown) => shown.title !== title || shown.message !== message)
  toasts.set([...others, made].slice(-MOST))
}

/** Removes a toast. */
export const dismissToast = (id: number): void => toasts.set(toasts.get().filter((shown) => shown.id !== id))

/** Removes the toasts with a message that no longer applies. */
export const dismissToastsSaying = (message: string): void =>
  toasts.set(toasts.get().filter((shown) => shown.message !== message))
