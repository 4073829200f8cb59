import { readLines } from './read-lines.ts'

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
