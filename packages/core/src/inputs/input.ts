/** The input of a tool: its label on screen, and its parser. */
export interface Input<Value> {
  /** The label on cards and in texts: 'Domain Name'. */
  readonly type: string
  /** Whether the input may have several lines. Users paste them from elsewhere, so a control character in them is no typo. */
  readonly multiline?: true
  /** Parses trimmed, non-blank text; undefined if it is not valid input for this tool. */
  readonly parse: (text: string) => Parsed<Value> | undefined
}

/** A parsed input: its value for the tool, and its canonical text. */
export interface Parsed<Value> {
  readonly value: Value
  /** The input in canonical form, as in the run. Parsing it again gives the same value. */
  readonly canonical: string
}

/** The maximum input length, in characters; header blocks and address lists are the longest inputs. */
export const MAX_INPUT_LENGTH = 65_536

// C0 controls, DEL, C1 controls and the Unicode bidirectional overrides that make text read as something else.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g
const LINES = /[\t\n\r]/

/**
 * Parses a tool's input after trimming it. Returns `undefined` for text that is too long, and for control characters or line breaks where the
 * tool expects one line. In an input of several lines, U+FFFD replaces each control character.
 *
 * @example
 * const [{ input }] = tools
 * parseInput(input, '192.0.2.25')?.canonical // => '192.0.2.25'
 * parseInput(input, '192.0.2.256') // => undefined
 */
export const parseInput = <Value>(input: Input<Value>, text: string): Parsed<Value> | undefined => {
  // Scripts without types may pass anything.
  if (typeof text !== 'string' || text.length > MAX_INPUT_LENGTH) return undefined
  // Nearly every input is plain ASCII, and testing for that is much faster.
  if (isPlain(text)) return input.parse(text)
  if (input.multiline === true) return input.parse(text.replaceAll(CONTROLS, '\ufffd'))
  return text.search(CONTROLS) >= 0 || LINES.test(text) ? undefined : input.parse(text)
}

const isPlain = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code > 0x7e) return false
  }
  return true
}
