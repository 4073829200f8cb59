import { createReadStream } from 'node:fs'
import { decodeText, MAX_INPUT_LENGTH, type ToolDefinition } from '@netbox/core'
import type { Context } from '../commands/context.ts'
import type { Options } from '../options.ts'
import { nothingOnStdin, notTogether, notUtf8, unreadable } from '../texts/messages.ts'

/** The source of a run's inputs. */
export type Source =
  | { readonly kind: 'words'; readonly inputs: readonly string[] }
  | { readonly kind: 'whole'; readonly path: string }
  | { readonly kind: 'lines'; readonly path: string }

/** A tool or a command that takes inputs. */
interface Taker {
  readonly input: Pick<ToolDefinition['input'], 'multiline'>
}

/**
 * Selects the source of the inputs: the arguments, a file, or stdin ('-'). A file or stdin has one input per line; for a tool with
 * multi-line input, it is one input as a whole.
 */
export const sourceOf = (words: readonly string[], { file }: Pick<Options, 'file'>, { input }: Taker): Source => {
  const kind = input.multiline === true ? 'whole' : 'lines'
  const reads = file !== undefined || words.includes('-')
  if (reads && words.length > (file === undefined ? 1 : 0))
    throw notTogether(file === undefined ? "'-'" : '--file', 'other inputs')
  return reads ? { kind, path: file ?? '-' } : { kind: 'words', inputs: words }
}

/** Waits until a stream has data or ends. Returns false if `late` settles first. Doesn't consume the data. */
export const isFed = (stream: Pick<NodeJS.ReadableStream, 'once'>, late: Promise<void>): Promise<boolean> =>
  Promise.race([
    new Promise<true>((resolve) => {
      for (const event of ['readable', 'end', 'error']) stream.once(event, () => resolve(true))
    }),
    late.then(() => false),
  ])

// The time in which a program in a pipe must write something. Callers that leave stdin open and never use it get an error after it.
const PIPE_TIMEOUT = 10_000

/** Selects the source as `sourceOf` does. Without arguments and --file, a pipe or a file on stdin is the source, as '-' is. */
export const findSource = async (
  { words, options, environment, say }: Pick<Context, 'words' | 'options' | 'environment' | 'say'>,
  taker: Taker,
): Promise<Source> => {
  const source = sourceOf(words, options, taker)
  if (source.kind !== 'words' || words.length > 0 || !environment.isStdinPiped()) return source
  const late = new Promise<void>((resolve) => void setTimeout(resolve, PIPE_TIMEOUT))
  if (await isFed(process.stdin, late)) return sourceOf(['-'], {}, taker)
  say(nothingOnStdin(PIPE_TIMEOUT / 1000))
  return source
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

type Decoder = InstanceType<typeof TextDecoder>

/**
 * Decodes what arrives of a file or of stdin: UTF-8, or UTF-16 by its mark. Throws an error with the line for octets that are neither. A
 * chunk without any whole character is an empty text.
 */
const textsOf = async function* (path: string, signal: AbortSignal): AsyncGenerator<string> {
  let decoder: Decoder | undefined
  let line = 1
  let start = Buffer.alloc(0)
  for await (const chunk of chunksOf(path, signal)) {
    const octets = Buffer.concat([start, chunk])
    start = Buffer.alloc(0)
    if (decoder === undefined && octets.length < 2) start = octets
    else {
      decoder ??= new TextDecoder(encodingOf(octets), { fatal: true })
      const text = decoded(decoder, octets, path, line)
      line += text.split('\n').length - 1
      yield text
    }
  }
  yield decoded(decoder ?? new TextDecoder('utf-8', { fatal: true }), start, path, line, true)
}

const encodingOf = ([first, second]: Buffer): string =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'

const decoded = (decoder: Decoder, octets: Buffer, path: string, line: number, isLast = false): string => {
  try {
    return decoder.decode(octets, { stream: !isLast })
  } catch {
    // A character may have begun in the octets before.
    const rest = octets.subarray(octets.findIndex((octet) => octet < 0x80 || octet > 0xbf))
    const found = decodeText(rest)
    throw notUtf8(path === '-' ? 'stdin' : path, line + ('wrongLine' in found ? found.wrongLine - 1 : 0))
  }
}

// The maximum number of characters that are kept of a line: one more than any tool accepts, so that a longer line is refused.
const KEPT = MAX_INPUT_LENGTH + 1

/**
 * Reads the lines of a file or of stdin as they arrive, one list for each read. Skips blank lines and comments, which start with `#`, and
 * accepts CR LF. The last line needs no line break. Memory use stays bounded for lines of any length. `note` receives the number of each
 * returned line, from 1.
 */
export const linesOf = async function* (
  path: string,
  signal: AbortSignal,
  note: (number: number) => void = () => undefined,
): AsyncGenerator<string[]> {
  let rest = ''
  let number = 0
  const isInput = (line: string): boolean => {
    number++
    if (line === '' || line.startsWith('#')) return false
    note(number)
    return true
  }
  for await (const text of textsOf(path, signal)) {
    const lines = (rest + text).split('\n')
    rest = (lines.pop() ?? '').slice(0, KEPT)
    yield lines.map((line) => line.slice(0, KEPT).trim()).filter(isInput)
  }
  const last = rest.trim()
  if (isInput(last)) yield [last]
}

/** Reads a file or stdin as one input. Keeps only as much text as the longest possible input, plus one character. */
export const wholeOf = async (path: string, signal: AbortSignal): Promise<string> => {
  let text = ''
  for await (const piece of textsOf(path, signal)) if (text.length < KEPT) text += piece
  return text.replaceAll('\r\n', '\n').slice(0, KEPT)
}
