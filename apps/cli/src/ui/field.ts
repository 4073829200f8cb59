import type { Line } from './edit.ts'
import type { Theme } from './theme.ts'

interface FieldProps {
  /** The sign of the trace in front. */
  readonly node: string
  readonly label: string
  readonly line: Line
  readonly placeholder: string
  /** Whether keys go elsewhere; the field has no cursor then. */
  readonly isIdle?: boolean
}

/** The shown part of a line, so that its cursor is always in view; line breaks show as spaces. */
export const visible = ({ text, cursor }: Line, room: number): { before: string; at: string; after: string } => {
  const characters = Array.from(text.replaceAll('\n', ' '))
  const from = Math.max(0, cursor - room + 1)
  return {
    before: characters.slice(from, cursor).join(''),
    at: characters[cursor] ?? ' ',
    after: characters.slice(cursor + 1, from + room).join(''),
  }
}

const inverse = (text: string): string => `\u001b[7m${text}\u001b[27m`

/** Writes a line that is typed into: label, text and cursor, or what could be typed. */
export const fieldLine = (
  { paint, mode }: Theme,
  { node, label, line, placeholder, isIdle = false }: FieldProps,
  columns: number,
): string => {
  if (mode === 'screen-reader') return `${label}: ${line.text.replaceAll('\n', ' ')}`
  const room = Math.max(8, columns - label.length - 6)
  const { before, at, after } = visible(line, room)
  const hint = Array.from(placeholder)
    .slice(0, room - 1)
    .join('')
  if (isIdle)
    return `${paint('signal', node)} ${label}: ${line.text === '' ? paint('dim', hint) : before + at + after}`.trimEnd()
  // The cursor is drawn, not moved: a reverse cell shows without color too.
  const text = line.text === '' ? `${inverse(' ')}${paint('dim', hint)}` : `${before}${inverse(at)}${after}`
  return `${paint('signal', node)} ${label}: ${text}`
}
