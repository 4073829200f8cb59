const separators = /[,;\t]/

/**
 * Reads a CSV text into rows of cells (RFC 4180), with any line endings. The separator comes from a first line `sep=;`, as Excel writes it,
 * else the first comma, semicolon or tab outside quotes.
 * Never fails: an unclosed quote ends where the text ends.
 */
export function readCsv(text: string): readonly (readonly string[])[] {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text
  const [line = '', stated] = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)/i.exec(bare) ?? []
  const source = bare.slice(line.length)
  const separator = stated ?? separatorOf(source)
  const rows: string[][] = []
  let row: string[] = []
  let position = 0
  while (position < source.length) {
    const { cell, end } = readCell(source, position, separator)
    row.push(cell)
    if (source[end] !== separator) {
      rows.push(row)
      row = []
    } else if (end === source.length - 1) row.push('')
    position = end + (source.startsWith('\r\n', end) ? 2 : 1)
  }
  return row.length > 0 ? [...rows, row] : rows
}

type Cell = { readonly cell: string; readonly end: number }

// `end` is the position of the separator or line end after the cell, or the length of the text.
function readCell(text: string, start: number, separator: string): Cell {
  if (text[start] !== '"') return readBare(text, start, separator)
  let cell = ''
  let position = start + 1
  for (;;) {
    const quote = text.indexOf('"', position)
    if (quote === -1) return { cell: cell + text.slice(position), end: text.length }
    cell += text.slice(position, quote)
    if (text[quote + 1] === '"') {
      cell += '"'
      position = quote + 2
      continue
    }
    const rest = readBare(text, quote + 1, separator)
    return { cell: cell + rest.cell, end: rest.end }
  }
}

function readBare(text: string, start: number, separator: string): Cell {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(start, end), end }
}

function separatorOf(text: string): string {
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    else if (!quoted && separators.test(character)) return character
  }
  return ','
}
