/** The C0 controls except tab and line breaks, DEL, the C1 controls, and the bidirectional controls, which make text read as something else. */
export const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Bidi_Control}]/gu
const LINE_BREAKS = /[\t\r\n]/g

/**
 * Replaces control characters, line breaks and bidirectional controls with question marks, so that text from elsewhere can't control a
 * terminal.
 *
 * @example
 * plainText('a\u001b[2Jb') // => 'a?[2Jb'
 */
export const plainText = (text: string): string => text.replaceAll(CONTROLS, '?').replaceAll(LINE_BREAKS, '?')

const plainValue = (value: unknown): unknown => {
  // The layout of a report treats tabs and line feeds as spaces.
  if (typeof value === 'string') return value.replaceAll(CONTROLS, '?').replaceAll('\r', ' ')
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [plainText(key), plainValue(part)]))
}

/** Returns a document, such as a run, whose texts have question marks instead of control characters. */
// The cast is correct because only the characters of strings change.
export const plainTexts = <Document>(document: Document): Document => plainValue(document) as Document
