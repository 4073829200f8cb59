/** The input of a tool: its label on screen, and its parser. */
export interface Input<Value> {
  /** The label on cards and in texts: 'Domain Name'. */
  readonly type: string
  /** Whether the input may run over several lines. */
  readonly multiline?: true
  /** Reads trimmed, non-blank text; undefined when it can't be this tool's input. */
  readonly parse: (text: string) => Parsed<Value> | undefined
}

/** An input as it was read: its value for the tool, and the text that stands for it. */
export interface Parsed<Value> {
  readonly value: Value
  /** The input in canonical form, as in the envelope: parsing it again gives the same value. */
  readonly canonical: string
}

/** The longest input that is read, in characters; header blocks and address lists are the long ones. */
export const MAX_INPUT_LENGTH = 65_536

// C0 controls, DEL, C1 controls and the Unicode bidirectional overrides that make text read as something else.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
const LINES = /[\t\n\r]/

/**
 * Reads a tool's input, without blanks around it: too long, control characters, or line breaks where one line is asked for
 * give undefined.
 *
 * @example
 * const [{ input }] = tools
 * parseInput(input, '192.0.2.25')?.canonical // => '192.0.2.25'
 * parseInput(input, '192.0.2.256') // => undefined
 */
export const parseInput = <Value>(input: Input<Value>, text: string): Parsed<Value> | undefined => {
  if (text.length > MAX_INPUT_LENGTH) return undefined
  // Nearly every input is plain ASCII, which takes a third of the time to tell.
  if (isPlain(text)) return input.parse(text)
  if (CONTROLS.test(text) || (input.multiline !== true && LINES.test(text))) return undefined
  return input.parse(text)
}

const isPlain = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code > 0x7e) return false
  }
  return true
}
