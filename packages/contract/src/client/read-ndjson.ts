import { readLines } from './read-lines.ts'

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
