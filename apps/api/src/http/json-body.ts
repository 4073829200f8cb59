import type { IncomingMessage } from 'node:http'
import { ApiError } from './api-error.ts'

/** The largest body, in bytes. */
const MAX_BODY_BYTES = 1_048_576
/** How deep arrays and objects may nest. */
export const MAX_DEPTH = 100
// Bodies that are being read at one time: slow senders can't fill the memory.
const MAX_BUFFERED_BYTES = 64 * MAX_BODY_BYTES

const QUOTE = 34
const BACKSLASH = 92
const OPENERS = new Set([91, 123])
const CLOSERS = new Set([93, 125])

const decoder = new TextDecoder('utf-8', { fatal: true })

const tooLarge = (): ApiError => new ApiError('payload_too_large')
const busy = (): ApiError => new ApiError('busy', { retryAfter: 1 })
const malformed = (message: string): ApiError => new ApiError('bad_request', { message })

/** Refuses a body that is not JSON by its headers, before a byte of it is read. */
const checkHeaders = ({ headers }: IncomingMessage): void => {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new ApiError('unsupported_media_type')
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new ApiError('unsupported_media_type')
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge()
}

interface Budget {
  used: number
}

/**
 * Takes a body that has come as a whole, as all small ones have by the time somebody asks: undefined when some of it is still on its way.
 * No listener has to wait for it, which saved a tenth of a run's processor time.
 */
const takeBytes = (request: IncomingMessage, { used }: Budget): Buffer | undefined => {
  if (!request.complete || request.destroyed) return undefined
  // Without an encoding a stream gives bytes: all that it holds.
  const bytes = (request.read() as Buffer | null) ?? Buffer.alloc(0)
  if (bytes.length > MAX_BODY_BYTES) throw tooLarge()
  if (used + bytes.length > MAX_BUFFERED_BYTES) throw busy()
  return bytes
}

const waitForBytes = (request: IncomingMessage, budget: Budget): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (finish: () => void) => {
      budget.used -= size
      size = 0
      request.off('data', onData).off('end', onEnd).off('error', onLost).off('close', onLost)
      finish()
    }
    const refuse = (error: ApiError) => {
      settle(() => reject(error))
      request.pause()
    }
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      budget.used += chunk.length
      if (size > MAX_BODY_BYTES) refuse(tooLarge())
      else if (budget.used > MAX_BUFFERED_BYTES) refuse(busy())
    }
    const onEnd = () => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    const onLost = () => settle(() => reject(new ApiError('bad_request')))
    request.on('data', onData).on('end', onEnd).on('error', onLost).on('close', onLost)
  })

const isTooDeep = (bytes: Buffer): boolean => {
  let depth = 0
  let inText = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    if (inText) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (OPENERS.has(byte) && ++depth > MAX_DEPTH) return true
    else if (CLOSERS.has(byte)) depth--
  }
  return false
}

/** Whether a text can go to every database and log as it is: no NUL, no half of a surrogate pair. */
export const isCleanText = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text)

const isClean = (value: unknown): boolean => {
  if (typeof value === 'string') return isCleanText(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, item]) => isCleanText(key) && isClean(item))
}

/** Parses the bytes of a JSON body. Throws a `bad_request` for what is no JSON, nests too deep or hides bad text. */
export const parseJson = (bytes: Buffer): unknown => {
  if (bytes.length > 2 * MAX_DEPTH && isTooDeep(bytes)) throw malformed('The body nests too deep.')
  let text: string
  let value: unknown
  try {
    text = decoder.decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw malformed('The body is not JSON.')
  }
  // Bad text can only come from an escape: JSON has no raw control characters, and UTF-8 no surrogates.
  if (text.includes('\\u') && !isClean(value)) throw malformed('The body has characters that no text may have.')
  return value
}

/**
 * Reads the body of a request, at once when all of it has come, where it throws at once too; undefined when there is none. A raw one comes as
 * the text that was sent.
 */
export type BodyReader = (request: IncomingMessage, isRaw: boolean) => unknown

const valueOf = (bytes: Buffer, isRaw: boolean): unknown => {
  if (bytes.length === 0) return undefined
  return isRaw ? bytes.toString('utf8') : parseJson(bytes)
}

/** Makes a reader of JSON bodies. All bodies that it reads at one time share one budget of memory. */
export const createBodyReader = (): BodyReader => {
  const budget: Budget = { used: 0 }
  return (request, isRaw) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
    if (chunked === undefined && (length === undefined || length === '0')) return undefined
    checkHeaders(request)
    const bytes = takeBytes(request, budget)
    if (bytes !== undefined) return valueOf(bytes, isRaw)
    return waitForBytes(request, budget).then((late) => valueOf(late, isRaw))
  }
}
