import { useState } from 'react'
import { edit, insert, type Line, lineOf } from './edit.ts'
import type { KeyPress } from './key-presses.ts'

/** A line that is being typed. */
export interface Typing {
  readonly line: Line
  readonly set: (line: Line) => void
  /** Returns the line as a key makes it; the same one for a key that has no meaning for it. */
  readonly edited: (input: string, key: KeyPress['key']) => Line
  /** Puts pasted text where the cursor is. */
  readonly paste: (text: string) => void
}

/** Keeps a line that is being typed. */
export const useLine = (text: string): Typing => {
  const [line, set] = useState(() => lineOf(text))
  return {
    line,
    set,
    edited: (input, key) => edit(line, input, key) ?? line,
    paste: (pasted) => set(insert(line, pasted)),
  }
}
