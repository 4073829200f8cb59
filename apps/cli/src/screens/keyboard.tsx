import { useInput, usePaste } from 'ink'
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'
import { type KeyPress, parseKeyPresses } from './key-presses.ts'

type Listener = (press: KeyPress) => void

interface Queue {
  readonly push: (presses: readonly KeyPress[]) => void
  readonly listen: (listener: Listener | undefined) => void
}

/** Creates a queue that delivers key presses one at a time. Each waits until React has drawn the effect of the previous one. */
const newQueue = (): Queue => {
  const waiting: KeyPress[] = []
  let listener: Listener | undefined
  let next: NodeJS.Immediate | undefined
  const hand = (): void => {
    const press = waiting.shift()
    // React draws in the next turn of the event loop, so the next key waits for two turns.
    next = press === undefined ? undefined : setImmediate(() => (next = setImmediate(hand)))
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
 * Reads the keyboard for the current screen. A terminal may deliver several quickly typed keys at once, including Enter. Each key still
 * goes to the screen that the previous keys opened.
 */
export const Keyboard = ({ children }: { readonly children: ReactNode }) => {
  const [queue] = useState(newQueue)
  const { push } = queue
  useInput((input, key) => push(parseKeyPresses(input, key)))
  usePaste((text) => push([{ input: text, key: {}, isPaste: true }]))
  return <Keys value={queue}>{children}</Keys>
}

/** Handles keys, and pasted text if there is a handler, while a screen is shown. */
export const useKeys = (
  onKey: (input: string, key: KeyPress['key']) => void,
  onPaste?: (text: string) => void,
): void => {
  const queue = useContext(Keys)
  // Replaced after every render, so that the next key's handler has the current props.
  useLayoutEffect(() => {
    queue?.listen(({ input, key, isPaste }) => (isPaste === true ? onPaste?.(input) : onKey(input, key)))
  })
  useLayoutEffect(() => () => queue?.listen(undefined), [queue])
}
