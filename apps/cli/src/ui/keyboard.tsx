import { useInput, usePaste } from 'ink'
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'
import { type KeyPress, parseKeyPresses } from './key-presses.ts'

type Listener = (press: KeyPress) => void

interface Queue {
  readonly push: (presses: readonly KeyPress[]) => void
  readonly listen: (listener: Listener | undefined) => void
}

/** Hands presses on one at a time, each after the screen has taken in the one before. */
const newQueue = (): Queue => {
  const waiting: KeyPress[] = []
  let listener: Listener | undefined
  let next: NodeJS.Immediate | undefined
  const hand = (): void => {
    const press = waiting.shift()
    // React draws in the turn of the event loop after the one in which it was asked to: the next key waits for two.
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
 * Reads the keyboard for whichever screen is shown. Terminals deliver fast typing in one piece, Enter included: every
 * key still meets the screen that it was meant for, as it is after the keys before.
 */
export const Keyboard = ({ children }: { readonly children: ReactNode }) => {
  const [queue] = useState(newQueue)
  const { push } = queue
  useInput((input, key) => push(parseKeyPresses(input, key)))
  usePaste((text) => push([{ input: text, key: {}, isPaste: true }]))
  return <Keys value={queue}>{children}</Keys>
}

/** Takes the keys while a screen is shown. Pasted text is for those who ask for it. */
export const useKeys = (
  onKey: (input: string, key: KeyPress['key']) => void,
  onPaste?: (text: string) => void,
): void => {
  const queue = useContext(Keys)
  // Set anew with every drawing, so that the next key meets what is shown.
  useLayoutEffect(() => {
    queue?.listen(({ input, key, isPaste }) => (isPaste === true ? onPaste?.(input) : onKey(input, key)))
  })
  useLayoutEffect(() => () => queue?.listen(undefined), [queue])
}
