import { readLines } from './read-lines.ts'

/**
 * Reads JSON values, one per line. Skips blank lines, which keep the connection alive. Throws a `SyntaxError` for a line that is not JSON,
 * and a `RangeError` for a line that is too long.
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
