import type { Line } from './edit.ts'
import { widthOf } from './lines.ts'
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

// Marks the character at the cursor, as reverse video does.
const MARK = '\u001b[7m'
const marked = (text: string): string => `${MARK}${text}\u001b[27m`

/** The lines of a screen, and the position of the cursor in them. */
interface Placed {
  readonly lines: readonly string[]
  readonly cursor: { readonly x: number; readonly y: number } | undefined
}

/** Finds the cursor that `fieldLine` marked in a screen, and removes the mark. Without a field, there is no cursor. */
export const placeCursor = (lines: readonly string[]): Placed => {
  const y = lines.findIndex((line) => line.includes(MARK))
  const [before, after] = lines[y]?.split(MARK) ?? []
  if (before === undefined || after === undefined) return { lines, cursor: undefined }
  const line = before + after.replace('\u001b[27m', '')
  return { lines: lines.with(y, line), cursor: { x: widthOf(before), y } }
}

/** Formats an input line: label, text and marked cursor, or a placeholder. */
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
  const text = line.text === '' ? `${marked(' ')}${paint('dim', hint)}` : `${before}${marked(at)}${after}`
  return `${paint('signal', node)} ${label}: ${text}`
}
