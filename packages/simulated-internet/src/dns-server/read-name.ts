// Apart from names.ts, which browsers load with the reader of zone files: they have no Buffer.

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
