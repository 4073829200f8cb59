/** The error for an invalid entry in a zone file. */
export class ZoneError extends Error {
  override readonly name = 'ZoneError'
  readonly line: number
  /** Whether no entry before the error is valid: then the text is perhaps no zone. */
  readonly isFirst: boolean

  constructor(line: number, message: string, isFirst = false) {
    super(message)
    this.line = line
    this.isFirst = isFirst
  }
}

/** One word of a zone file, with its escapes. */
export interface ZoneWord {
  readonly text: string
  readonly isQuoted: boolean
  readonly line: number
}

/** One entry of a zone file: a directive or a record. */
export interface ZoneEntry {
  readonly words: readonly ZoneWord[]
  /** Whether the entry begins with a blank: a record without a name of its own. */
  readonly isIndented: boolean
  readonly line: number
}

const QUOTED = /"((?:[^"\\]|\\.)*)"/y
const BARE = /(?:[^\s"();\\]|\\.)+/y
const ESCAPES = /\\(?:\d{1,3}|\D)/gs

/** Returns whether an escape is a character, or three digits for an octet (RFC 1035, section 5.1). */
const isEscape = (escape: string): boolean => /^\\(?:\D|[01]\d\d|2[0-4]\d|25[0-5])$/s.test(escape)

const wordAt = (text: string, at: number, line: number): { word: ZoneWord; end: number } => {
  const pattern = text.charAt(at) === '"' ? QUOTED : BARE
  pattern.lastIndex = at
  const found = pattern.exec(text)
  if (found === null)
    throw new ZoneError(
      line,
      pattern === QUOTED ? 'The line ends inside a quoted string.' : 'The line ends after a backslash.',
    )
  const word = { text: found[1] ?? found[0], isQuoted: pattern === QUOTED, line }
  const wrong = word.text.match(ESCAPES)?.find((escape) => !isEscape(escape))
  if (wrong !== undefined)
    throw new ZoneError(line, `'${wrong}' is not an octet. Expected three digits from \\000 to \\255.`)
  return { word, end: pattern.lastIndex }
}

/**
 * Yields the entries of a zone file (RFC 1035, section 5.1): one for each line, or for the lines that parentheses join. Throws a `ZoneError`
 * for a parenthesis or a quote without its other half.
 */
export function* zoneEntries(file: string): Generator<ZoneEntry> {
  // The lines of the open parentheses.
  const opened: number[] = []
  let [words, isIndented]: [ZoneWord[], boolean] = [[], false]
  for (const [index, text] of file
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = index + 1
    if (opened.length === 0) [words, isIndented] = [[], /^\s/.test(text)]
    for (let at = 0; at < text.length && text.charAt(at) !== ';';) {
      const sign = text.charAt(at)
      if (sign === ')' && opened.pop() === undefined) throw new ZoneError(line, "There is no '(' before this ')'.")
      if (sign === '(') opened.push(line)
      if (/[\s()]/.test(sign)) at += 1
      else {
        const { word, end } = wordAt(text, at, line)
        words.push(word)
        at = end
      }
    }
    const [first] = words
    if (opened.length === 0 && first !== undefined) yield { words, isIndented, line: first.line }
  }
  if (opened[0] !== undefined) throw new ZoneError(opened[0], "There is no ')' for this '('.")
}
