import type { Input } from '../../../inputs/inputs.ts'

/** One header field, unfolded. */
interface Header {
  readonly name: string
  readonly value: string
}

/** The headers of a message: the values of its fields by their name in lower case, in the order of the block. */
export type HeaderBlock = ReadonlyMap<string, readonly string[]>

// A header field with its name. RFC 5322 allows more characters in a name, but nobody uses them, and a URL or host:port is not a header.
// In a table, as mail programs show it, a tab separates name and value.
const FIELD = /^([a-z][a-z0-9-]*)(?:[ \t]*:(?!\/\/)|\t)/i
const FOLD = /^[ \t]/
// A cell of such a table in a line of its own: the value follows in the next line, with or without a tab before it.
const NAME_CELL = /^([a-z][a-z0-9-]*)[ ]*\t[ \t]*$/i
const BARE_NAME = /^[a-z][a-z0-9-]*$/i
// The line before a message in a mailbox file: `From ana@mail.example Thu Nov 19 …`.
const MBOX_FROM = /^From \S+ /

/** A pasted header block: its fields, and the first line of everything in it that is no field. */
export interface PastedHeaders {
  readonly block: HeaderBlock
  readonly unread: readonly string[]
}

const NO_VALUES: readonly string[] = []

/** Returns the values of all fields of a name in lower case, in the order of the block. */
export const valuesOf = (block: HeaderBlock, name: string): readonly string[] => block.get(name) ?? NO_VALUES

const readField = (line: string): Header | undefined => {
  const match = FIELD.exec(line)
  return match === null ? undefined : { name: match[1] ?? '', value: line.slice(match[0].length).trim() }
}

/** Reads the fields of a block up to the first blank line, and collects other lines (RFC 5322, section 2.2). */
const readFields = (text: string): { readonly headers: readonly Header[]; readonly unread: readonly string[] } => {
  const fields: { name: string; parts: string[] }[] = []
  const unread: string[] = []
  let open = false
  let awaitsValue = false
  const lines = text.split(/\r\n|\n|\r/)
  for (const [index, line] of lines.entries()) {
    const isValue: boolean = awaitsValue && line.trim() !== ''
    const isNameCell = NAME_CELL.test(line) || (BARE_NAME.test(line) && lines[index + 1]?.startsWith('\t') === true)
    awaitsValue = !isValue && isNameCell
    if (isValue) fields.at(-1)?.parts.push(line.trim())
    else if (isNameCell) {
      fields.push({ name: line.trim(), parts: [] })
      open = true
    } else if (line.trim() === '') {
      if (fields.length > 0) break
    } else if (FOLD.test(line)) {
      if (open) fields.at(-1)?.parts.push(line.trim())
    } else {
      const field = readField(line)
      open = field !== undefined
      if (field !== undefined) fields.push({ name: field.name, parts: field.value === '' ? [] : [field.value] })
      else if (!MBOX_FROM.test(line)) unread.push(line)
    }
  }
  return { headers: fields.map(({ name, parts }) => ({ name, value: parts.join(' ') })), unread }
}

const byName = (headers: readonly Header[]): HeaderBlock => {
  const block = new Map<string, string[]>()
  for (const { name, value } of headers) {
    const key = name.toLowerCase()
    const values = block.get(key)
    if (values === undefined) block.set(key, [value])
    else values.push(value)
  }
  return block
}

/**
 * The headers of a message: at least one line `Name: value`, or such lines with a tab in place of the colon. Folded lines are joined (RFC
 * 5322, section 2.2.3). The body after the first blank line is ignored. Lines that are no field move to the end of the canonical text.
 */
export const headersInput: Input<PastedHeaders> = {
  type: 'Email Headers',
  multiline: true,
  parse: (text) => {
    const { headers, unread } = readFields(text)
    if (!headers.some(({ value }) => value !== '')) return undefined
    const lines = headers.map(({ name, value }) => (value === '' ? `${name}:` : `${name}: ${value}`))
    return { value: { block: byName(headers), unread }, canonical: [...lines, ...unread].join('\n') }
  },
}
