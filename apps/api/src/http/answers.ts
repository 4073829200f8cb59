import { createHash } from 'node:crypto'

const preparedMark = Symbol('prepared')
const streamedMark = Symbol('streamed')

/** An answer whose bytes were made once: for what is the same for everybody. */
export interface Prepared<Value> {
  readonly [preparedMark]: Value | true
  readonly bytes: Buffer
  readonly etag: string
  /** Seconds for which anybody may keep it. */
  readonly maxAge: number
}

/** An answer that comes in pieces. */
export interface Streamed<Item> {
  readonly [streamedMark]: true
  readonly items: AsyncIterable<Item>
}

/** Makes the bytes of a text and their entity tag. */
export const preparedText = (text: string, maxAge: number): Prepared<never> => {
  const bytes = Buffer.from(text)
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  return { [preparedMark]: true, bytes, etag: `"${digest}"`, maxAge }
}

/** Makes the bytes of a JSON answer and their entity tag. */
export const prepared = <Value>(value: Value, maxAge: number): Prepared<Value> =>
  preparedText(JSON.stringify(value), maxAge)

/** Answers with the items as they come, in the format that the client accepts. */
export const streamed = <Item>(items: AsyncIterable<Item>): Streamed<Item> => ({ [streamedMark]: true, items })

export const isPrepared = (answer: unknown): answer is Prepared<unknown> =>
  typeof answer === 'object' && answer !== null && preparedMark in answer

export const isStreamed = (answer: unknown): answer is Streamed<unknown> =>
  typeof answer === 'object' && answer !== null && streamedMark in answer
