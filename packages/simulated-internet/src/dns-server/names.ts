/*
 * Names as text, in the canonical form of core: in lower case, with dots between the labels. The root is `.`. Octets other than letters,
 * digits, hyphens, underscores and asterisks are escapes: `\046` is a dot inside a label (RFC 1035, section 5.1).
 */

const escapeLabel = (label: string): string =>
  label.replaceAll(/[^a-z\d_*-]/g, (character) => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`)

const unescapeLabel = (label: string): string =>
  label.replaceAll(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number(code)))

/** Splits a name into its labels, one character for each octet. */
export const labelsOf = (name: string): string[] => {
  if (name === '.') return []
  const labels = name.split('.')
  return name.includes('\\') ? labels.map(unescapeLabel) : labels
}

/** Joins labels into a name. */
export const nameOf = (labels: readonly string[]): string =>
  labels.length === 0 ? '.' : labels.map(escapeLabel).join('.')

/** Returns the parent of a name, or undefined for the root. */
export const parentOf = (name: string): string | undefined => {
  if (name === '.') return undefined
  const dot = name.indexOf('.')
  return dot < 0 ? '.' : name.slice(dot + 1)
}

/** Returns whether a name is `zone` or below it. */
export const isWithin = (name: string, zone: string): boolean =>
  zone === '.' || name === zone || name.endsWith(`.${zone}`)

/** Encodes a name in wire format, without compression (RFC 1035, section 3.1). */
export const encodeName = (name: string): Buffer => {
  const parts = labelsOf(name).map((label) => {
    const octets = Buffer.from(label, 'latin1')
    return Buffer.concat([Buffer.of(octets.length), octets])
  })
  return Buffer.concat([...parts, Buffer.of(0)])
}

/** Returns the number of octets of a name in wire format. */
export const lengthOf = (name: string): number => labelsOf(name).reduce((sum, label) => sum + label.length + 1, 1)

/** A name that was read from a message, and the offset after it. */
export interface ReadName {
  readonly name: string
  readonly end: number
}

const LONGEST_NAME = 255
const LONGEST_LABEL = 63

const DOT = 46
const BACKSLASH = 92
const [CAPITAL_A, CAPITAL_Z] = [65, 90]
const ZERO = 48
/** Whether an octet is a character that has no escape. */
const isPlain = Array.from({ length: 256 }, (_, octet) => octet < 128 && /[\w*-]/.test(String.fromCharCode(octet)))

// The buffer for the text of a name. An escaped octet takes four characters.
const text = Buffer.alloc(4 * LONGEST_NAME)

/** Writes an octet of a label as text. Returns the position for the next octet. */
const writeCharacter = (octet: number, at: number): number => {
  if (isPlain[octet] === true) {
    // Only ASCII letters are converted to lower case (RFC 4343).
    text[at] = octet >= CAPITAL_A && octet <= CAPITAL_Z ? octet + 32 : octet
    return at + 1
  }
  text[at] = BACKSLASH
  text[at + 1] = ZERO + Math.floor(octet / 100)
  text[at + 2] = ZERO + (Math.floor(octet / 10) % 10)
  text[at + 3] = ZERO + (octet % 10)
  return at + 4
}

/** Reads the name of a question, which is never compressed. Returns undefined if the name is incomplete or too long. */
export const readName = (message: Buffer, start: number): ReadName | undefined => {
  let at = start
  let written = 0
  for (;;) {
    const length = message[at++]
    if (length === undefined || length > LONGEST_LABEL || at + length - start > LONGEST_NAME) return undefined
    // Removes the dot after the last label.
    if (length === 0) return { name: written === 0 ? '.' : text.toString('latin1', 0, written - 1), end: at }
    if (at + length > message.length) return undefined
    for (const end = at + length; at < end; at++) written = writeCharacter(message[at] ?? 0, written)
    text[written++] = DOT
  }
}
