const END_OF_LINE = /\r\n|\n|\r(?!$)/

/** The longest line, in characters: longer than any run, and far smaller than a machine's memory. */
const MAX_LINE = 16_777_216

/** Reads text from a body piece by piece. The body is cancelled when the reader leaves early. */
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
    // Fails when the body has failed, which the reader knows by then.
    await reader.cancel().catch(() => undefined)
  }
}

/**
 * Reads a body line by line, whatever ends the lines and wherever its pieces are cut. Text after the last end of a
 * line is a line too, unless it is empty.
 *
 * @throws RangeError when a line does not end.
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  let rest = ''
  for await (const text of readText(body)) {
    const lines = (rest + text).split(END_OF_LINE)
    // The last one may continue in the next piece.
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) throw new RangeError('A line of the answer does not end.')
    yield* lines
  }
  if (rest !== '') yield rest.replace(/\r$/, '')
}
