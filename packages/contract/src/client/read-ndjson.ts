import { readLines } from './read-lines.ts'

/** Reads JSON values, one a line. Blank lines, which keep the connection alive, are passed over. */
export async function* readNdjson(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void> {
  for await (const line of readLines(body)) {
    if (line.trim() !== '') yield JSON.parse(line) as unknown
  }
}
