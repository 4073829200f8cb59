import { useLayoutEffect } from 'react'
import { createStore } from './store.ts'
import { dismissToastsSaying } from './toasts.ts'

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
