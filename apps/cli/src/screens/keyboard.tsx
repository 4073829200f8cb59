import { type Key, Static, Text, useInput, usePaste } from 'ink'
import type { Theme } from './theme.ts'
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'

/** A key, several letters typed at once, or pasted text. */
export interface KeyPress {
  readonly input: string
  readonly key: Partial<Key>
  readonly isPaste?: true
}

const BACKSPACES = '\u007f\b'

const keyPressOf = (text: string): KeyPress => {
  if (text === '\t') return { input: '', key: { tab: true } }
  if (text === '\r' || text === '\n') return { input: '', key: { return: true } }
  if (BACKSPACES.includes(text)) return { input: '', key: { backspace: true } }
  const code = text.codePointAt(0) ?? 0
  return code < 32 ? { input: String.fromCodePoint(code + 96), key: { ctrl: true } } : { input: text, key: {} }
}

/**
 * Splits input that a terminal delivered at once, as after fast typing. Letters stay together; each control character is a separate key.
 */
export const parseKeyPresses = (input: string, key: Partial<Key>): KeyPress[] => {
  if (Array.from(input).length < 2) return [{ input, key }]
  return (input.match(/[^\u0000-\u001f\u007f]+|[\u0000-\u001f\u007f]/g) ?? []).map(keyPressOf)
}

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

interface ScreenReaderLinesProps {
  readonly theme: Theme
  /** The purpose and keys of the screen, which are read aloud once, when it opens. */
  readonly once: readonly string[]
  /** The lines that are read aloud after each change. The last line is the input. */
  readonly now: readonly string[]
}

/** A screen for screen readers. Few of its lines change, so that little is read aloud again. */
export const ScreenReaderLines = ({ theme: { ellipsis }, once, now }: ScreenReaderLinesProps) => (
  <>
    <Static items={[...once]}>{(sentence) => <Text key={sentence}>{sentence.replaceAll('…', ellipsis)}</Text>}</Static>
    <Text>{now.map((line) => line.replaceAll('…', ellipsis)).join('\n')}</Text>
  </>
)
