import type { Severity } from '@netbox/core'
import { useLayoutEffect } from 'react'
import { createStore } from './store.ts'
import type { Notice } from '@netbox/product'
import { copyText } from './clipboard.ts'

/** The text of a toast, its tone, and its action. */
export interface Toast extends Notice {
  readonly id: number
  readonly severity: Severity
  readonly action?: { readonly label: string; readonly run: () => void }
}

// The maximum number of toasts, because more would cover the page.
const MOST = 3

const toasts = createStore<{ readonly visible: readonly Toast[]; readonly lastId: number }>({ visible: [], lastId: 0 })

/** Subscribes to the visible toasts. */
export const useToasts = (): readonly Toast[] => toasts.use().visible

/** Shows a toast. Errors must also appear elsewhere on the page. */
export const toast = (severity: Severity, { title, message }: Notice, action?: Toast['action']): void => {
  const id = toasts.get().lastId + 1
  const made: Toast = { id, severity, title, message, ...(action === undefined ? {} : { action }) }
  const others = toasts.get().visible.filter((shown) => shown.title !== title || shown.message !== message)
  toasts.set({ visible: [...others, made].slice(-MOST), lastId: id })
}

const keepToasts = (isKept: (shown: Toast) => boolean): void => {
  const { visible, lastId } = toasts.get()
  toasts.set({ visible: visible.filter(isKept), lastId })
}

/** Removes a toast. */
export const dismissToast = (id: number): void => keepToasts((shown) => shown.id !== id)

/** Removes the toasts with a message that no longer applies. */
export const dismissToastsSaying = (message: string): void => keepToasts((shown) => shown.message !== message)

/** The messages that the page currently shows next to their causes. */
export const inlineMessages = createStore<readonly string[]>([])

/**
 * Records a message that a component shows next to its cause. Screen readers don't announce a toast with the same message, and the toast
 * disappears with the message.
 */
export const useInlineMessage = (message: string | undefined): void => {
  // A layout effect runs before the next paint, so a toast that appears at the same time finds the message.
  useLayoutEffect(() => {
    if (message === undefined || message === '') return undefined
    inlineMessages.set([...inlineMessages.get(), message])
    return () => {
      const others = [...inlineMessages.get()]
      others.splice(others.indexOf(message), 1)
      inlineMessages.set(others)
      if (!others.includes(message)) dismissToastsSaying(message)
    }
  }, [message])
}

/** Copies a text, and shows in a toast whether this succeeded. */
export const copyAndSay = async (
  text: string,
  words: { readonly copied: Notice; readonly notCopied: Notice },
): Promise<void> => {
  if (await copyText(text)) toast('pass', words.copied)
  else toast('warning', words.notCopied)
}
