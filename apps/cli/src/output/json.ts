import type { Shown } from '../command-error.ts'
import { plainText } from '../text.ts'

const QUOTED = 200

const clip = (input: string): string => (input.length > QUOTED ? `${input.slice(0, QUOTED - 1)}…` : input)

/** Writes a document for people: indented by two, the same bytes on a terminal and in a pipe. */
export const jsonText = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`

/** Writes a document on one line (NDJSON). */
export const jsonLine = (document: unknown): string => `${JSON.stringify(document)}\n`

/** Writes an error as its own document. */
export const jsonError = ({ code, title, message }: Shown): string => jsonText({ error: { code, title, message } })

/** Writes a failed input as one line of many. Shortens a very long input. */
export const jsonFailure = (input: string, { code, title, message }: Shown): string =>
  jsonLine({ input: clip(input), error: { code, title, message } })

/** Writes a failed input as a sentence for stderr. */
export const failureLine = (input: string, { line }: Shown): string => `${plainText(clip(input))}: ${line}\n`
