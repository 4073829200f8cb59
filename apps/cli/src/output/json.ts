import { plainText } from '@netbox/core'
import type { Shown } from '../exit.ts'

const QUOTED = 200

const clip = (input: string): string => (input.length > QUOTED ? `${input.slice(0, QUOTED - 1)}…` : input)

/** The characters that JSON.stringify leaves as they are, although they change a terminal: DEL, the C1 and the bidirectional controls. */
export const UNESCAPED = /[\u007f-\u009f\p{Bidi_Control}]/gu

const escaped = (json: string): string =>
  json.replaceAll(UNESCAPED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Formats a document as JSON, indented by two spaces. The result is the same on a terminal and in a pipe. */
export const jsonText = (document: unknown): string => `${escaped(JSON.stringify(document, null, 2))}\n`

/** Formats a document as JSON on one line (NDJSON). */
export const jsonLine = (document: unknown): string => `${escaped(JSON.stringify(document))}\n`

/** Formats an error as a JSON document. */
export const jsonError = ({ code, title, message }: Shown): string => jsonText({ error: { code, title, message } })

/** Formats a failed input as one line of NDJSON. Shortens a very long input. */
export const jsonFailure = (input: string, { code, title, message }: Shown): string =>
  jsonLine({ input: clip(input), error: { code, title, message } })

/** Formats a failed input as a sentence for stderr. */
export const failureLine = (input: string, { line }: Shown): string => `${plainText(clip(input))}: ${line}`
