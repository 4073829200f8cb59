import { useLayoutEffect } from 'react'
import { createStore } from './store.ts'
import { dismissToastsSaying } from './toasts.ts'

/** The messages that the page currently shows next to their causes. */
export const inlineMessages = createStore<readonly string[]>([])

/**
 * Records a message that a component shows next to its cause. A toast with the same message is not read out again, and it
 * disappears with the message.
 */
export const useInlineMessage = (message: string | undefined): void => {
  // Runs before the next paint, so that a toast of the same moment finds the message.
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
