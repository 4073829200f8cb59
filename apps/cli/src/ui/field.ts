import type { Line } from './edit.ts'
import type { Theme } from './theme.ts'

interface FieldProps {
  /** The trace glyph before the field. */
  readonly node: string
  readonly label: string
  readonly line: Line
  readonly placeholder: string
  /** Whether another part of the screen receives the keys. The field then has no cursor. */
  readonly isIdle?: boolean
}

/** Returns the part of a line that fits and contains the cursor. Shows line breaks as spaces. */
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

/** Formats an input line: label, text and cursor, or a placeholder. */
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
  // Draws the cursor in reverse video, which is visible without color too.
  const text = line.text === '' ? `${inverse(' ')}${paint('dim', hint)}` : `${before}${inverse(at)}${after}`
  return `${paint('signal', node)} ${label}: ${text}`
}
