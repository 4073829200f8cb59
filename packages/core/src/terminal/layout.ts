/**
 * Counts the columns of a text: one for each code point, none for combining marks.
 *
 * @example
 * columns('Ünal') // => 4
 */
export const columns = (text: string): number => {
  let width = 0
  for (const character of text) if (!/\p{M}/u.test(character)) width++
  return width
}

/**
 * Shortens a text to a number of columns, with an ellipsis if it is too long.
 *
 * @example
 * clip('mx1.mail.example', 10) // => 'mx1.mail.…'
 */
export const clip = (text: string, width: number): string => {
  if (columns(text) <= width) return text
  return `${Array.from(text)
    .slice(0, Math.max(0, width - 1))
    .join('')}…`
}

/** Pads a text on its right to a number of columns. */
export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - columns(text)))

/** Pads a text on its left to a number of columns. */
const padStart = (text: string, width: number): string => ' '.repeat(Math.max(0, width - columns(text))) + text

const fold = (word: string, width: number): string[] => {
  const characters = Array.from(word)
  return Array.from({ length: Math.ceil(characters.length / width) }, (_, index) =>
    characters.slice(index * width, (index + 1) * width).join(''),
  )
}

/**
 * Breaks a text into lines of at most `width` columns, between words if possible.
 *
 * @example
 * wrap('Mail still arrives, ten seconds late.', 20) // => ['Mail still arrives,', 'ten seconds late.']
 */
export const wrap = (text: string, width: number): string[] => {
  const lines: string[] = []
  let line = ''
  const words = text.split(/\s+/).filter((word) => word !== '')
  for (const piece of words.flatMap((word) => (columns(word) > width ? fold(word, width) : [word]))) {
    const joined = line === '' ? piece : `${line} ${piece}`
    if (columns(joined) <= width) line = joined
    else {
      lines.push(line)
      line = piece
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** One cell of a table: its text, and the function that shows the padded text. */
export interface Cell {
  readonly text: string
  readonly show?: (text: string) => string
  readonly right?: boolean
}

/** Returns the cells of a row that fit the width, shown and padded. */
const fitting = (cells: readonly Cell[], widths: readonly number[], width: number): string[] => {
  const shown: string[] = []
  let room = width
  for (const [index, { text, show = (same: string) => same, right }] of cells.entries()) {
    if (room < Math.min(4, columns(text))) break
    const wide = Math.min(widths[index] ?? 0, room)
    room -= wide + 2
    const cut = clip(text, wide)
    const isLast = index === cells.length - 1 || room < 4
    shown.push(show(right === true ? padStart(cut, wide) : isLast ? cut : padEnd(cut, wide)))
  }
  return shown
}

// The columns of the ellipsis and of the gap before it.
const ELLIPSIS_ROOM = 3

/**
 * Lays out rows as columns, two spaces apart. The last column is not padded, and is cut at the width. If the width is too small for a whole
 * row, drops its last cells and ends the row with an ellipsis.
 *
 * @example
 * table([[{ text: '10' }, { text: 'mx1' }], [{ text: '5' }, { text: 'mx2' }]], 80) // => ['10  mx1', '5   mx2']
 */
export const table = (rows: readonly (readonly Cell[])[], width: number): string[] => {
  const widths: number[] = []
  for (const row of rows)
    for (const [index, { text }] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, columns(text))
  return rows.map((row) => {
    // Empty cells at the end of a row are dropped, so that no line has trailing spaces, colored or not.
    const filled = row.slice(0, row.findLastIndex(({ text }) => text !== '') + 1)
    const cells = fitting(filled, widths, width)
    if (cells.length < filled.length) return [...fitting(filled, widths, width - ELLIPSIS_ROOM), '…'].join('  ')
    return cells.join('  ')
  })
}

/** Joins pieces into as few lines as fit the width, `gap` columns apart; each piece is shown unchanged. */
export const flow = (pieces: readonly Cell[], gap: number, width: number): string[] => {
  const lines: { text: string; columns: number }[] = []
  for (const { text, show = (same: string) => same } of pieces) {
    const line = lines.at(-1)
    const wide = columns(text)
    if (line === undefined || line.columns + gap + wide > width) lines.push({ text: show(text), columns: wide })
    else {
      line.text += ' '.repeat(gap) + show(text)
      line.columns += gap + wide
    }
  }
  return lines.map(({ text }) => text)
}
