import type { Key } from 'ink'
import { useRef, useState } from 'react'
import { edit, editAll, type Line, lineOf } from './edit.ts'

/** A line that is being typed. */
export interface Typing {
  readonly line: Line
  /** The line as it is now, even where the screen is not drawn yet. */
  readonly current: () => Line
  readonly set: (line: Line) => void
  /** Applies what came from the keyboard; true when Enter came with it. */
  readonly take: (input: string, key: Key) => boolean
}

/**
 * Keeps a line that is being typed. Terminals deliver fast typing in one piece, Enter included, and the next piece may
 * come before the screen is drawn: so the line is kept beside the state.
 */
export const useLine = (text: string): Typing => {
  const [line, setLine] = useState(() => lineOf(text))
  const latest = useRef(line)
  const set = (next: Line): void => {
    latest.current = next
    setLine(next)
  }
  return {
    line,
    current: () => latest.current,
    set,
    take: (input, key) => {
      if (key.return) return true
      if (Array.from(input).length < 2) {
        set(edit(latest.current, input, key) ?? latest.current)
        return false
      }
      const all = editAll(latest.current, input)
      set(all.line)
      return all.isEntered
    },
  }
}
