import { useState, useEffect } from 'react'
import { edit, insert, type Line, lineOf } from './edit.ts'
import type { KeyPress } from './keyboard.tsx'
import { useStdout } from 'ink'
import type { Size } from './theme.ts'

const sizeOf = (stream: NodeJS.WritableStream): Size => {
  // The cast is safe: the stream of a terminal has a size, but Ink's type allows any stream.
  const { columns, rows } = stream as Partial<Size> & NodeJS.WritableStream
  return { columns: columns || 80, rows: rows || 24 }
}

/** Returns the current size of the terminal. Unlike Ink's own hook, it does not redraw if the size is unchanged. */
export const useSize = (): Size => {
  const { stdout } = useStdout()
  const [size, setSize] = useState(() => sizeOf(stdout))
  useEffect(() => {
    const follow = (): void =>
      setSize((known) => {
        const now = sizeOf(stdout)
        return now.columns === known.columns && now.rows === known.rows ? known : now
      })
    stdout.on('resize', follow)
    follow()
    return () => void stdout.off('resize', follow)
  }, [stdout])
  return size
}

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
