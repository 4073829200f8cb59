const END_OF_LINE = /\r\n|\n|\r(?!$)/

/** The maximum line length, in characters: longer than any run, and small enough for memory. */
const MAX_LINE = 16_777_216

/** Reads text from a body in chunks. Cancels the body if the caller stops reading early. */
async function* readText(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
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
