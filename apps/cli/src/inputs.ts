import { createReadStream } from 'node:fs'
import { MAX_INPUT_LENGTH, type ToolDefinition } from '@netbox/core'
import type { Options } from './options.ts'
import { notTogether, unreadable } from './messages.ts'

/** The source of a run's inputs. */
export type Source =
  | { readonly kind: 'words'; readonly inputs: readonly string[] }
  | { readonly kind: 'whole'; readonly path: string }
  | { readonly kind: 'lines'; readonly path: string }

/**
 * Selects the source of the inputs: the arguments, a file, or stdin ('-'). A file or stdin has one input per line; for a tool with
 * multi-line input, it is one input as a whole.
 */
export const sourceOf = (
  words: readonly string[],
  { file }: Pick<Options, 'file'>,
  { input }: { readonly input: Pick<ToolDefinition['input'], 'multiline'> },
): Source => {
  const kind = input.multiline === true ? 'whole' : 'lines'
  const reads = file !== undefined || words.includes('-')
  if (reads && words.length > (file === undefined ? 1 : 0))
    throw notTogether(file === undefined ? "'-'" : '--file', 'other inputs')
  return reads ? { kind, path: file ?? '-' } : { kind: 'words', inputs: words }
}

const chunksOf = async function* (path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (signal.aborted) throw signal.reason
  try {
    const stream = path === '-' ? process.stdin : createReadStream(path)
    const stop = (): void => void stream.destroy(new Error('aborted'))
    signal.addEventListener('abort', stop, { once: true })
    // The cast is safe: the stream yields bytes unless an encoding is set.
    for await (const chunk of stream) yield chunk as Buffer
    signal.removeEventListener('abort', stop)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw unreadable(path === '-' ? 'stdin' : path, error)
  }
}

const newDecoder = () => new (process.getBuiltinModule('node:string_decoder').StringDecoder)('utf8')

// The maximum number of characters that are kept of a line: one more than any tool accepts, so that a longer line is refused.
const KEPT = MAX_INPUT_LENGTH + 1

/**
 * Reads the lines of a file or of stdin as they arrive, one list for each read. Skips blank lines and accepts CR LF. The last line needs
 * no line break. Memory use stays bounded for lines of any length.
 */
export const linesOf = async function* (path: string, signal: AbortSignal): AsyncGenerator<string[]> {
  const decoder = newDecoder()
  let rest = ''
  for await (const chunk of chunksOf(path, signal)) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = (lines.pop() ?? '').slice(0, KEPT)
    yield lines.map((line) => line.slice(0, KEPT).trim()).filter((line) => line !== '')
  }
  const last = (rest + decoder.end()).trim()
  if (last !== '') yield [last]
}

/** Reads a file or stdin as one input. Keeps only as much text as the longest possible input, plus one character. */
export const wholeOf = async (path: string, signal: AbortSignal): Promise<string> => {
  const decoder = newDecoder()
  let text = ''
  for await (const chunk of chunksOf(path, signal)) if (text.length < KEPT) text += decoder.write(chunk)
  return (text + decoder.end()).replaceAll('\r\n', '\n').slice(0, KEPT)
}
