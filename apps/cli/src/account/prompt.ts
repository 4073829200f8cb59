import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Context } from '../commands/command.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit.ts'

/** Questions to a person at a terminal. */
export interface Prompt {
  /** Asks for a line. With `hidden`, the terminal does not show it. Throws a `CommandError` on Ctrl-C and Ctrl-D. */
  readonly ask: (question: string, options?: { readonly hidden?: boolean }) => Promise<string>
  /** Releases the terminal. */
  readonly close: () => void
}

/** Opens the terminal for questions. A line that was typed before a question answers it, and is never shown: it may be a password. */
export const openPrompt = ({ err }: Pick<Context, 'err'>): Prompt => {
  let isHidden = true
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (!isHidden) err(String(chunk))
      done()
    },
  })
  const reader = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
  reader.on('line', () => {
    isHidden = true
  })
  const lines = reader[Symbol.asyncIterator]()
  return {
    ask: async (question, { hidden = false } = {}) => {
      // The question is written here, because `reader.prompt()` would show input that was typed in advance.
      err(question)
      reader.setPrompt(question)
      isHidden = hidden
      const { value, done } = await lines.next()
      if (hidden || done === true) err('\n')
      if (done === true)
        throw new CommandError({
          code: 'aborted',
          title: 'Cancelled',
          message: 'Cancelled.',
          exit: exitCodes.cancelled,
        })
      return value
    },
    close: () => reader.close(),
  }
}
