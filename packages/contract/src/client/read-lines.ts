const END_OF_LINE = /\r\n|\n|\r(?!$)/

/** The maximum line length, in characters: longer than any run, and small enough for memory. */
const MAX_LINE = 16_777_216

/** Reads text from a body in chunks. Cancels the body if the caller stops reading early. */
export async function* readText(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      yield decoder.decode(value, { stream: !done })
      if (done) return
    }
  } finally {
    // This rejects if the body has failed; the reader already has that error.
    await reader.cancel().catch(() => undefined)
  }
}

/**
 * Reads a body line by line, with any line endings and chunk boundaries. Text after the last line ending is a line too, unless it is empty.
 *
 * @throws RangeError if a line is too long.
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  let rest = ''
  for await (const text of readText(body)) {
    const lines = (rest + text).split(END_OF_LINE)
    // The last line may continue in the next chunk.
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) throw new RangeError('The last line of the response is incomplete.')
    yield* lines
  }
  if (rest !== '') yield rest.replace(/\r$/, '')
}

/**
 * Reads JSON values, one per line. Skips blank lines, which keep the connection alive. If a line is not JSON, reads the others and then
 * throws a `SyntaxError`. Throws a `RangeError` for a line that is too long.
 *
 * @example
 * const body = new Blob(['{"done":1}\n\n{"done":2}\n']).stream()
 * const values = await Array.fromAsync(readNdjson(body))
 * values // => [{ done: 1 }, { done: 2 }]
 */
export async function* readNdjson(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void> {
  let damage: SyntaxError | undefined
  for await (const line of readLines(body)) {
    if (line.trim() === '') continue
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch (error) {
      // JSON.parse throws only this error.
      damage = error as SyntaxError
      continue
    }
    yield value
  }
  if (damage !== undefined) throw damage
}

/** One event of a stream: its name, by default 'message', and its data. */
export interface ServerEvent {
  readonly event: string
  readonly data: string
}

const fieldOf = (line: string): { name: string; value: string } => {
  const colon = line.indexOf(':')
  if (colon === -1) return { name: line, value: '' }
  const value = line.slice(colon + 1)
  return { name: line.slice(0, colon), value: value.startsWith(' ') ? value.slice(1) : value }
}

/**
 * Reads server-sent events. Skips comments, which keep the connection alive, and events without data. Drops an incomplete event at the end
 * of the stream. Throws a `RangeError` for a line that is too long. Source: WHATWG HTML, "Server-sent events".
 *
 * @example
 * const body = new Blob(['event: progress\ndata: {"progress":40}\n\n']).stream()
 * const events = await Array.fromAsync(readEventStream(body))
 * events // => [{ event: 'progress', data: '{"progress":40}' }]
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void> {
  let event = ''
  let data: string[] = []
  for await (const line of readLines(body)) {
    if (line === '') {
      if (data.length > 0) yield { event: event === '' ? 'message' : event, data: data.join('\n') }
      event = ''
      data = []
      continue
    }
    const { name, value } = fieldOf(line)
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
  }
}
