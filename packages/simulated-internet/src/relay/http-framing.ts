/* Where requests and responses end in octets (RFC 9112), for exchanges that pass unchanged. */

/** The most octets of a head, and of a line between the chunks of a body. */
export const LONGEST_HEAD = 65_536
const END = '\r\n\r\n'

/** The head of a simple request, and the number of octets of the head and the body together. */
export interface SimpleRequest {
  readonly method: string
  readonly target: string
  readonly size: number
}

// A method, a path and fields whose names and values are valid (RFC 9110, section 5).
const REQUEST_HEAD = /^([A-Z]+) (\/[^\s]*) HTTP\/1\.1(?:\r\n[!#$%&'*+.^_`|~\w-]+:[^\r\n\0]*)*$/
// Fields that give a message a second reading, change the protocol, or are for the relay alone.
const OTHER_FIELDS =
  /\r\n(?:(?:transfer-encoding|upgrade|te|trailer|keep-alive|proxy-[a-z-]+):|connection:(?![ \t]*(?:keep-alive|close)[ \t]*(?:\r\n|$)))/i
const LENGTH = /\r\ncontent-length:[ \t]*([^\r]*?)[ \t]*(?=\r|$)/i

/** Returns the length that a head declares; 'none' if it has none, and 'invalid' for several or anything other than digits. */
const lengthIn = (head: string): number | 'none' | 'invalid' => {
  const found = LENGTH.exec(head)
  if (found === null) return 'none'
  const [field, length = ''] = found
  return /^\d{1,15}$/.test(length) && !LENGTH.test(head.slice(found.index + field.length)) ? Number(length) : 'invalid'
}

/** Reads the head of a request. Returns 'other' for one that is not simple: only a parser knows what it means. */
export const readSimpleRequest = (octets: Buffer): SimpleRequest | 'incomplete' | 'other' => {
  const end = octets.indexOf(END)
  if (end < 0) return octets.length < LONGEST_HEAD ? 'incomplete' : 'other'
  const head = octets.toString('latin1', 0, end)
  const [, method, target] = REQUEST_HEAD.exec(head) ?? []
  if (method === undefined || target === undefined || OTHER_FIELDS.test(head)) return 'other'
  const length = lengthIn(head)
  if (length === 'invalid') return 'other'
  return { method, target, size: end + END.length + (length === 'none' ? 0 : length) }
}

/** The head of a response. */
export interface ResponseHead {
  readonly status: number
  /** The number of octets of the head. */
  readonly size: number
  /** The number of octets of the body, or how its end is known. */
  readonly body: number | 'chunked' | 'until-end'
}

const START = 'HTTP/1.'

/** Returns whether octets begin as a response of HTTP/1 does. */
export const beginsResponse = (octets: Buffer): boolean => octets.toString('latin1', 0, START.length) === START

const STATUS_LINE = /^HTTP\/1\.\d ([1-9]\d\d)(?: |\r|$)/

/** Reads the head of the response to a request. Returns 'other' for something other than HTTP/1. */
export const readResponseHead = (octets: Buffer, method: string): ResponseHead | 'incomplete' | 'other' => {
  if (!START.startsWith(octets.toString('latin1', 0, START.length))) return 'other'
  const end = octets.indexOf(END)
  if (end < 0) return octets.length < LONGEST_HEAD ? 'incomplete' : 'other'
  const head = octets.toString('latin1', 0, end)
  const status = Number(STATUS_LINE.exec(head)?.[1])
  if (Number.isNaN(status)) return 'other'
  const size = end + END.length
  const hasNoBody = method === 'HEAD' || status < 200 || status === 204 || status === 304
  if (hasNoBody) return { status, size, body: 0 }
  if (/\r\ntransfer-encoding:/i.test(head))
    return {
      status,
      size,
      body: /\r\ntransfer-encoding:[^\r]*\bchunked[ \t]*(?:\r|$)/i.test(head) ? 'chunked' : 'until-end',
    }
  const length = lengthIn(head)
  return { status, size, body: typeof length === 'number' ? length : 'until-end' }
}

/** Takes the next octets of a body. Returns whether they are valid and whether the body ends with them. */
export type BodyReader = (octets: Buffer) => 'continues' | 'complete' | 'invalid'

/** Creates a reader of a body with a length. */
export const lengthReader = (length: number): BodyReader => {
  let left = length
  return ({ length: more }) => {
    left -= more
    return left > 0 ? 'continues' : 'complete'
  }
}

/** Creates a reader of a body in chunks (RFC 9112, section 7.1). */
export const chunkReader = (): BodyReader => {
  // The missing octets of the current chunk and its end of line, and what arrived of the next line between chunks.
  let left = 0
  let line = ''
  let isLast = false
  return (octets) => {
    for (let at = 0; at < octets.length;) {
      const own = Math.min(left, octets.length - at)
      left -= own
      at += own
      if (at === octets.length) return 'continues'
      const end = octets.indexOf('\n', at)
      line += octets.toString('latin1', at, end < 0 ? octets.length : end)
      if (line.length > LONGEST_HEAD) return 'invalid'
      if (end < 0) return 'continues'
      at = end + 1
      const text = line.trim()
      line = ''
      if (isLast && text === '') return 'complete'
      // The fields after the last chunk.
      if (isLast) continue
      const [, digits] = /^([\da-f]{1,12})(?:[ \t]*;.*)?$/i.exec(text) ?? []
      if (digits === undefined) return 'invalid'
      const size = Number.parseInt(digits, 16)
      isLast = size === 0
      left = isLast ? 0 : size + '\r\n'.length
    }
    return 'continues'
  }
}
