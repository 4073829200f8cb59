/** One entry of a zone file: a directive or a record, joined into one line. */
export interface ZoneEntry {
  readonly text: string
  /** The number of the line on which the entry begins, from 1. */
  readonly line: number
}

/** Removes the comment from a line, and counts its open parentheses. */
const readLine = (line: string): { text: string; depth: number } => {
  let [text, depth, isQuoted] = ['', 0, false]
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at)
    if (sign === '\\') {
      text += line.slice(at, at + 2)
      at++
      continue
    }
    if (sign === '"') isQuoted = !isQuoted
    if (!isQuoted && sign === ';') break
    if (!isQuoted && (sign === '(' || sign === ')')) {
      depth += sign === '(' ? 1 : -1
      text += ' '
    } else text += sign
  }
  return { text, depth }
}

/**
 * Splits a zone file (RFC 1035, section 5.1) into entries with their line numbers, for error messages. The zone parser parses whole files
 * and returns no line numbers.
 */
export const zoneEntries = (text: string): ZoneEntry[] => {
  const entries: ZoneEntry[] = []
  const open = { text: '', line: 0, depth: 0 }
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const read = readLine(line)
    if (open.depth === 0) Object.assign(open, { text: read.text, line: index + 1 })
    else open.text += ` ${read.text}`
    open.depth = Math.max(0, open.depth + read.depth)
    if (open.depth === 0 && open.text.trim() !== '') entries.push({ text: open.text.trimEnd(), line: open.line })
  }
  if (open.depth > 0) entries.push({ text: open.text.trimEnd(), line: open.line })
  return entries
}
