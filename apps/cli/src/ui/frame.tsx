import { Text } from 'ink'
import { fit } from './lines.ts'
import type { Theme, Size } from './theme.ts'

interface FrameProps extends Size {
  readonly theme: Theme
  readonly body: readonly string[]
  /** Stays at the bottom of a screen that fills the terminal. */
  readonly foot: readonly string[]
  /** The filling of the rows between the two: the line of the trace continues. */
  readonly fill?: string
}

/** Makes a screen of exactly as many rows as there are: the foot is kept, the body is cut from its end or filled up. */
export const framed = (body: readonly string[], foot: readonly string[], rows: number, fill = ''): string[] => {
  const kept = foot.slice(-rows)
  const room = rows - kept.length
  const rest = Array.from({ length: Math.max(0, room - body.length) }, () => fill)
  return [...body.slice(0, room), ...rest, ...kept]
}

/**
 * Draws a screen as one text, whose lines fit the terminal. A screen that fills the terminal leaves nothing to the
 * layout engine: no window is too small for it, and a change of size can't mix old lines with new ones.
 */
export const Frame = ({ theme, columns, rows, body, foot, fill }: FrameProps) => {
  if (theme.mode === 'screen-reader') return <Text>{[...body, ...foot].join('\n')}</Text>
  const lines = theme.mode === 'fullscreen' ? framed(body, foot, rows, fill) : [...body, ...foot]
  // A list that was cut by core ends in an ellipsis that not every terminal has.
  const shown = lines.map((line) => fit(line.replaceAll('…', theme.ellipsis), columns, theme.ellipsis))
  return <Text>{shown.map((line) => (line === '' ? ' ' : line)).join('\n')}</Text>
}
