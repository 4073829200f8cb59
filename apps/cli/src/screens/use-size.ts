import { useStdout } from 'ink'
import { useEffect, useState } from 'react'
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
