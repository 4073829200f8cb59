import { useInput, usePaste } from 'ink'
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { type Press, pressesOf } from './presses.ts'

type Listener = (press: Press) => void

interface Queue {
  readonly push: (presses: readonly Press[]) => void
  readonly listen: (listener: Listener | undefined) => void
}

/** Hands presses on one at a time, each after the screen has taken in the one before. */
const newQueue = (): Queue => {
  const waiting: Press[] = []
  let listener: Listener | undefined
  let next: NodeJS.Immediate | undefined
  const hand = (): void => {
    const press = waiting.shift()
    // The key after this one waits until the screen is drawn anew, be it already there or not.
    next = press === undefined ? undefined : setImmediate(hand)
    if (press !== undefined) listener?.(press)
  }
  return {
    push: (presses) => {
      waiting.push(...presses)
      if (next === undefined) hand()
    },
    listen: (now) => {
      listener = now
    },
  }
}

const Keys = createContext<Queue | undefined>(undefined)

/**
 * Reads the keyboard for whichever screen is shown. Terminals deliver fast typing in one piece, Enter included: every
 * key still meets the screen that it was meant for, as it is after the keys before.
 */
export const Keyboard = ({ children }: { readonly children: ReactNode }) => {
  const queue = useRef<Queue>(undefined)
  queue.current ??= newQueue()
  const { push } = queue.current
  useInput((input, key) => push(pressesOf(input, key)))
  usePaste((text) => push([{ input: text, key: {}, isPaste: true }]))
  return <Keys value={queue.current}>{children}</Keys>
}

/** Takes the keys while a screen is shown. Pasted text is for those who ask for it. */
export const useKeys = (onKey: (input: string, key: Press['key']) => void, onPaste?: (text: string) => void): void => {
  const queue = useContext(Keys)
  // Set anew with every drawing, so that the next key meets what is shown.
  useLayoutEffect(() => {
    queue?.listen(({ input, key, isPaste }) => (isPaste === true ? onPaste?.(input) : onKey(input, key)))
  })
  useLayoutEffect(() => () => queue?.listen(undefined), [queue])
}
