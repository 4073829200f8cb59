import type { Shown } from '../exit.ts'
import { plainText } from '../state/json.ts'

const QUOTED = 200

const clip = (input: string): string => (input.length > QUOTED ? `${input.slice(0, QUOTED - 1)}…` : input)

/** Formats a document as JSON, indented by two spaces. The result is the same on a terminal and in a pipe. */
export const jsonText = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`

/** Formats a document as JSON on one line (NDJSON). */
export const jsonLine = (document: unknown): string => `${JSON.stringify(document)}\n`

/** Formats an error as a JSON document. */
export const jsonError = ({ code, title, message }: Shown): string => jsonText({ error: { code, title, message } })

/** Formats a failed input as one line of NDJSON. Shortens a very long input. */
export const jsonFailure = (input: string, { code, title, message }: Shown): string =>
  jsonLine({ input: clip(input), error: { code, title, message } })

/** Formats a failed input as a line for stderr. */
export const failureLine = (input: string, { line }: Shown): string => `${plainText(clip(input))}: ${line}\n`
