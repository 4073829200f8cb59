import type { ReplyLines } from './reply-reader.ts'

/** The command that a reply answers. Only `rcpt` is about the recipient; the others are about the verifier. */
export type Stage = 'greeting' | 'ehlo' | 'starttls' | 'mail' | 'rcpt' | 'rset'

/** A reply of a mail server. */
export interface Reply {
  /** The basic code (RFC 5321, section 4.2.3): 200 to 599. */
  readonly code: number
  /** The enhanced status code (RFC 2034, RFC 3463), `5.1.1`, if the server sent one that matches the basic code. */
  readonly enhanced?: string
  /** The text of all lines after the basic code, joined, without control characters; the enhanced code, if any, is still part of it. */
  readonly text: string
  readonly stage: Stage
}

// Some servers put a number sign before the code. ENHANCEDSTATUSCODES is not required, because many servers send the codes without offering
// it.
const enhancedCode = /^#?(?<enhanced>(?<class>[245])\.\d{1,3}\.\d{1,3})(?=$|[\s:;,-])/

const enhancedOf = ({ code, lines }: ReplyLines): string | undefined =>
  lines
    .map((line) => enhancedCode.exec(line.trimStart())?.groups)
    // RFC 2034, section 4: the classes must agree. Otherwise the basic code counts.
    .find((found) => found?.['class'] === String(code)[0])?.['enhanced']

/** Joins the lines of a reply. The enhanced code is on every line (RFC 2034), but the result contains it only once. */
const textOf = ({ lines }: ReplyLines, enhanced: string | undefined): string =>
  lines
    .map((line, index) => {
      const text = line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
      return index > 0 && enhanced !== undefined && text.startsWith(enhanced)
        ? text.slice(enhanced.length).trim()
        : text
    })
    .filter((text) => text !== '')
    .join(' ')

/** Creates a reply from its lines. */
export const toReply = (said: ReplyLines, stage: Stage): Reply => {
  const enhanced = enhancedOf(said)
  return { code: said.code, ...(enhanced === undefined ? {} : { enhanced }), text: textOf(said, enhanced), stage }
}

/** Returns whether a reply is positive: 2yz (RFC 5321, section 4.2.1). */
export const isPositive = ({ code }: { readonly code: number }): boolean => code >= 200 && code < 300
