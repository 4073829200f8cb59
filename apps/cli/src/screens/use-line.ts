import { useState } from 'react'
import { edit, insert, type Line, lineOf } from './edit.ts'
import type { KeyPress } from './key-presses.ts'

/** An input line and the functions that change it. */
export interface Typing {
  readonly line: Line
  readonly set: (line: Line) => void
  /** Returns the line after a key. For a key without a function, returns the same line. */
  readonly edited: (input: string, key: KeyPress['key']) => Line
  /** Inserts pasted text at the cursor. */
  readonly paste: (text: string) => void
}

/** Manages the state of an input line. */
export const useLine = (text: string): Typing => {
  const [line, set] = useState(() => lineOf(text))
  return {
    line,
    set,
    edited: (input, key) => edit(line, input, key) ?? line,
    paste: (pasted) => set(insert(line, pasted)),
  }
}
