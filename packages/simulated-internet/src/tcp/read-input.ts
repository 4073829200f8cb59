import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A server ends a connection after this many commands that make no sense, as servers of the real internet do. */
export const MOST_INVALID = 20

/** The input of a connection, in lines and in octets of a given number. */
export interface Input {
  /** Reads a line without its end. Resolves with undefined at the end of the input, and after a line that is too long. */
  readonly line: () => Promise<string | undefined>
  /** Reads this number of octets. Resolves with undefined if the input ends before. */
  readonly octets: (count: number) => Promise<string | undefined>
  /** Reads the octets that were received. Resolves with an empty text at the end of the input. */
  readonly some: () => Promise<string>
  /** Puts octets back, to be read next. */
  readonly putBack: (octets: string) => void
  /** Puts what was received but not read back into the stream. */
  readonly giveBack: () => void
}

/** Waits until a stream has more input or ends. */
const waitForInput = async (stream: Duplex): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      for (const event of ['readable', 'end', 'close']) stream.off(event, end)
      resolve()
    }
    for (const event of ['readable', 'end', 'close']) stream.on(event, end)
  })

/** Reads a connection. Text is in Latin-1, so that each character is an octet. */
export const readInput = (stream: Duplex, longestLine: number): Input => {
  let text = ''
  const more = async (): Promise<boolean> => {
    for (;;) {
      // The cast is safe: a stream without an encoding reads buffers.
      const octets = stream.read() as Buffer | null
      if (octets !== null) {
        text += octets.toString('latin1')
        return true
      }
      if (stream.readableEnded || stream.destroyed) return false
      await waitForInput(stream)
    }
  }
  return {
    line: async () => {
      // A client may send thousands of lines at once. Other clients have their turn before each of them.
      await nextTurn()
      for (;;) {
        const end = text.indexOf('\n')
        if (end >= 0 && end <= longestLine) {
          const line = text.slice(0, end).replace(/\r$/, '')
          text = text.slice(end + 1)
          return line
        }
        if (end > longestLine || text.length > longestLine || !(await more())) return undefined
      }
    },
    octets: async (count) => {
      while (text.length < count) if (!(await more())) return undefined
      const octets = text.slice(0, count)
      text = text.slice(count)
      return octets
    },
    some: async () => {
      if (text === '') await more()
      const octets = text
      text = ''
      return octets
    },
    putBack: (octets) => {
      text = octets + text
    },
    giveBack: () => {
      if (text !== '') stream.unshift(text, 'latin1')
      text = ''
    },
  }
}

/** Writes texts, each when the client has read the texts before it. */
export const writeAll = async (stream: Duplex, texts: Iterable<string> | AsyncIterable<string>): Promise<void> => {
  for await (const text of texts) {
    if (stream.destroyed || stream.writableEnded) return
    if (stream.write(text, 'latin1')) continue
    await new Promise<void>((resolve) => {
      const end = (): void => {
        stream.off('drain', end)
        stream.off('close', end)
        resolve()
      }
      stream.on('drain', end)
      stream.on('close', end)
    })
  }
}
