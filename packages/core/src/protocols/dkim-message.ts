/** A header field as it is in the message, without its last line break. */
export interface RawField {
  /** In lower case. */
  readonly name: string
  readonly raw: string
}

/** A message in two parts, with CR and LF at the ends of lines. */
export interface RawMessage {
  readonly fields: readonly RawField[]
  readonly body: string
}

/** Splits a message at the empty line after its header, and the header into fields. */
export const splitMessage = (text: string): RawMessage => {
  const whole = text.replaceAll(/\r?\n/g, '\r\n')
  const end = whole.startsWith('\r\n') ? 0 : whole.indexOf('\r\n\r\n')
  const header = end < 0 ? whole.replace(/\r\n$/, '') : whole.slice(0, end)
  const fields = header === '' ? [] : header.split(/\r\n(?![ \t])/)
  return {
    fields: fields.map((raw) => ({
      name: raw
        .slice(0, Math.max(raw.indexOf(':'), 0))
        .trim()
        .toLowerCase(),
      raw,
    })),
    body: end < 0 ? '' : whole.slice(end === 0 ? 2 : end + 4),
  }
}

/** A canonicalization algorithm (RFC 6376, section 3.4). */
export type Canonicalization = 'simple' | 'relaxed'

/** Reads the `c` tag of a signature: the algorithms of header and body. */
export const canonicalizationsOf = (tag = 'simple'): readonly [header: Canonicalization, body: Canonicalization] => {
  const [header, body] = tag.toLowerCase().split('/')
  return [header === 'relaxed' ? 'relaxed' : 'simple', body === 'relaxed' ? 'relaxed' : 'simple']
}

/** Returns a text without the empty lines at its end. A regular expression would try each run of empty lines again from each of its lines. */
const withoutEmptyLines = (text: string): string => {
  let end = text.length
  while (text.endsWith('\r\n', end)) end -= 2
  return text.slice(0, end)
}

/** Returns a body in canonical form (RFC 6376, sections 3.4.3 and 3.4.4). */
export const canonicalBody = (body: string, algorithm: Canonicalization): string => {
  // Runs of blanks are shortened first, because a search for blanks at line ends would take quadratic time.
  const text = algorithm === 'relaxed' ? body.replaceAll(/[ \t]+/g, ' ').replaceAll(/ (?=\r\n|$)/g, '') : body
  const whole = withoutEmptyLines(text)
  return whole === '' && algorithm === 'relaxed' ? '' : `${whole}\r\n`
}

const canonicalField = ({ name, raw }: RawField, algorithm: Canonicalization): string => {
  if (algorithm === 'simple') return raw
  const value = raw
    .slice(raw.indexOf(':') + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/^ | $/g, '')
  return `${name}:${value}`
}

/**
 * Returns the header data that a signature covers (RFC 6376, section 3.7): the listed fields, of equal names the last first, and the
 * signature without its value.
 */
export const signedHeader = (
  fields: readonly RawField[],
  names: readonly string[],
  signature: RawField,
  algorithm: Canonicalization,
): string => {
  const left = new Map<string, RawField[]>()
  for (const field of fields) {
    const known = left.get(field.name)
    if (known === undefined) left.set(field.name, [field])
    else known.push(field)
  }
  const covered = names.flatMap((name) => left.get(name)?.pop() ?? [])
  const colon = signature.raw.indexOf(':') + 1
  const value = signature.raw.slice(colon).replace(/((?:^|;)[ \t\r\n]*b[ \t\r\n]*=)[^;]*/, '$1')
  const last = canonicalField({ name: signature.name, raw: signature.raw.slice(0, colon) + value }, algorithm)
  return covered.map((field) => `${canonicalField(field, algorithm)}\r\n`).join('') + last
}
