import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Encoding } from './encoding.ts'

const preparedMark = Symbol('prepared')
const streamedMark = Symbol('streamed')
const piecedMark = Symbol('pieced')
const writtenMark = Symbol('written')

/** Bytes as they are sent, with the entity tag of just these: another encoding is another one (RFC 9110, section 8.8.3). */
interface Encoded {
  /** The bytes as a text of one byte each (latin1), which goes out in one piece with the headers. */
  readonly bytes: string
  readonly length: number
  readonly etag: string
}

/** An answer whose bytes were made once: for what is the same for everybody, for as long as the process runs. */
export interface Prepared<Value> {
  readonly [preparedMark]: Value | true
  /** Gives the bytes in a compressed form, or as they are. */
  readonly form: (encoding: Encoding | undefined) => Encoded
  /** Seconds for which anybody may keep it. */
  readonly maxAge: number
}

/** An answer that comes in pieces. */
export interface Streamed<Item> {
  readonly [streamedMark]: true
  readonly items: AsyncIterable<Item>
}

/** A JSON answer that is written as its members are read. */
export interface Pieced<Value> {
  readonly [piecedMark]: Value | true
  readonly texts: AsyncIterable<string>
}

/** A JSON answer whose text is there already. */
export interface Written<Value> {
  readonly [writtenMark]: Value | true
  readonly text: string
}

/** The members of an object; a list may come in batches, so that it is never in memory as a whole. */
export type Members<Value> = {
  readonly [Key in keyof Value]:
    | Value[Key]
    | (Value[Key] extends readonly (infer Item)[] ? AsyncIterable<readonly Item[]> : never)
}

const encoded = (bytes: Buffer): Encoded => ({
  bytes: bytes.toString('latin1'),
  length: bytes.length,
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
})

const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

/** Makes the bytes of a text and their entity tags; a compressed form when it is first asked for. */
export const preparedText = (text: string, maxAge: number): Prepared<never> => {
  const bytes = Buffer.from(text)
  const plain = encoded(bytes)
  const made = new Map<Encoding, Encoded>()
  const form = (encoding: Encoding | undefined): Encoded => {
    if (encoding === undefined) return plain
    const found = made.get(encoding) ?? encoded(compressors[encoding](bytes))
    made.set(encoding, found)
    return found
  }
  return { [preparedMark]: true, form, maxAge }
}

/** Makes the bytes of a JSON answer and their entity tag. */
export const prepared = <Value>(value: Value, maxAge: number): Prepared<Value> =>
  preparedText(JSON.stringify(value), maxAge)

/** Answers with a JSON text that is there already. */
export const written = <Value>(text: string): Written<Value> => ({ [writtenMark]: true, text })

/** Answers with the items as they come, in the format that the client accepts. */
export const streamed = <Item>(items: AsyncIterable<Item>): Streamed<Item> => ({ [streamedMark]: true, items })

const isBatches = (member: unknown): member is AsyncIterable<readonly unknown[]> =>
  typeof member === 'object' && member !== null && Symbol.asyncIterator in member

async function* textsOf(members: Readonly<Record<string, unknown>>): AsyncGenerator<string> {
  let before = '{'
  for (const [name, member] of Object.entries(members)) {
    yield `${before}${JSON.stringify(name)}:${isBatches(member) ? '[' : JSON.stringify(member)}`
    before = ','
    if (!isBatches(member)) continue
    let isFirst = true
    for await (const batch of member) {
      if (batch.length === 0) continue
      yield (isFirst ? '' : ',') + JSON.stringify(batch).slice(1, -1)
      isFirst = false
    }
    yield ']'
  }
  yield before === '{' ? '{}' : '}'
}

/** Answers with an object whose lists are written while they are read. Every member has a value. */
export const pieced = <Value extends object>(members: Members<Value>): Pieced<Value> => ({
  [piecedMark]: true,
  texts: textsOf({ ...members }),
})

async function* textOf(
  work: () => Promise<unknown>,
  pause: (signal: AbortSignal) => Promise<unknown>,
): AsyncGenerator<string> {
  const value = work()
  for (;;) {
    const over = new AbortController()
    const isThere = await Promise.race([value.then(() => true), pause(over.signal).then(() => false)]).finally(() =>
      over.abort(),
    )
    if (isThere) break
    yield '\n'
  }
  yield JSON.stringify(await value)
}

/**
 * Answers with a value that takes its time. Until it is there empty lines, which may stand before any JSON value, tell that somebody is
 * at it: one after each pause. The work begins when the answer does.
 */
export const awaited = <Value>(
  work: () => Promise<Value>,
  pause: (signal: AbortSignal) => Promise<unknown>,
): Pieced<Value> => ({ [piecedMark]: true, texts: textOf(work, pause) })

export const isWritten = (answer: unknown): answer is Written<unknown> =>
  typeof answer === 'object' && answer !== null && writtenMark in answer

export const isPieced = (answer: unknown): answer is Pieced<unknown> =>
  typeof answer === 'object' && answer !== null && piecedMark in answer

export const isPrepared = (answer: unknown): answer is Prepared<unknown> =>
  typeof answer === 'object' && answer !== null && preparedMark in answer

export const isStreamed = (answer: unknown): answer is Streamed<unknown> =>
  typeof answer === 'object' && answer !== null && streamedMark in answer
