import { Text, useCursor } from 'ink'
import { placeCursor } from './field.ts'
import { fit } from './lines.ts'
import type { Theme, Size } from './theme.ts'

interface FrameProps extends Size {
  readonly theme: Theme
  readonly body: readonly string[]
  /** The lines at the bottom of a screen that fills the terminal. */
  readonly foot: readonly string[]
  /** The text of the empty lines between body and foot. It continues the line of the trace. */
  readonly fill?: string
}

/** Returns a screen with exactly the given number of rows: keeps the foot, and shortens the body or fills the space after it. */
export const framed = (body: readonly string[], foot: readonly string[], rows: number, fill = ''): string[] => {
  const kept = foot.slice(-rows)
  const room = rows - kept.length
  const rest = Array.from({ length: Math.max(0, room - body.length) }, () => fill)
  return [...body.slice(0, room), ...rest, ...kept]
}

/**
 * Draws a screen as one text, whose lines fit the terminal. It doesn't use Ink's layout, so any window size works, and a resize can't leave
 * old lines behind.
 */
export const Frame = ({ theme, columns, rows, body, foot, fill }: FrameProps) => {
  const { setCursorPosition } = useCursor()
  if (theme.mode === 'screen-reader') return <Text>{[...body, ...foot].join('\n')}</Text>
  const lines = theme.mode === 'fullscreen' ? framed(body, foot, rows, fill) : [...body, ...foot]
  // Core shortens lists with the character '…', which some terminals can't show.
  const shown = lines.map((line) => fit(line.replaceAll('…', theme.ellipsis), columns, theme.ellipsis))
  // The terminal's own cursor stands in the field, where input methods and screen magnifiers look for it.
  const { lines: drawn, cursor } = placeCursor(shown)
  setCursorPosition(cursor)
  return <Text>{drawn.map((line) => (line === '' ? ' ' : line)).join('\n')}</Text>
}
