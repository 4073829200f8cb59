import { readLines } from './read-lines.ts'

/**
 * Reads JSON values, one a line. Blank lines, which keep the connection alive, are passed over. Throws a
 * `SyntaxError` for a line that is no JSON, and a `RangeError` for one that does not end.
 *
 * @example
 * const body = new Blob(['{"done":1}\n\n{"done":2}\n']).stream()
 * const values = await Array.fromAsync(readNdjson(body))
 * values // => [{ done: 1 }, { done: 2 }]
 */
export async function* readNdjson(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void> {
  for await (const line of readLines(body)) {
    if (line.trim() !== '') yield JSON.parse(line) as unknown
  }
}
