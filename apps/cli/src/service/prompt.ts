import type { Context } from '../commands/command.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit.ts'

/** A person at a terminal who can be asked. */
export interface Prompt {
  /** Asks for a line; with `hidden` nothing of it is shown. Throws a `CommandError` on Ctrl-C and Ctrl-D. */
  readonly ask: (question: string, options?: { readonly hidden?: boolean }) => Promise<string>
  /** Puts the terminal in order. */
  readonly close: () => void
}

const ENTER = /[\r\n]/
const CANCEL = new Set(['\u0003', '\u0004'])
const ERASE = new Set(['\u0008', '\u007f'])
const CLEAR = '\u0015'
// Arrows and other keys of a terminal: they change nothing here.
const SEQUENCE = /\u001b(?:\[[0-9;]*[ -/]*[@-~]|O.|.)?/g

const cancelled = (): CommandError =>
  new CommandError({ code: 'aborted', title: 'Cancelled', message: 'Cancelled.', exit: exitCodes.cancelled })

/** What a line becomes by a key. */
const typed = (line: string, key: string): string => {
  if (key === CLEAR) return ''
  if (ERASE.has(key)) return Array.from(line).slice(0, -1).join('')
  return key < ' ' ? line : line + key
}

/**
 * Opens the terminal for questions. It reads keys itself, so that a password never shows, and keeps what was typed ahead for
 * the next question.
 */
export const openPrompt = ({ err }: Pick<Context, 'err'>): Prompt => {
  const { stdin } = process
  let ahead = ''
  let wake: (() => void) | undefined
  let isOver = false
  const onData = (text: string): void => {
    ahead += text.replaceAll(SEQUENCE, '')
    wake?.()
  }
  const onEnd = (): void => {
    isOver = true
    wake?.()
  }
  stdin.setEncoding('utf8').on('data', onData).on('end', onEnd)
  stdin.setRawMode(true)
  stdin.resume()

  const nextKey = async (): Promise<string> => {
    if (ahead === '' && !isOver)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    if (ahead === '') return isOver ? '\u0004' : nextKey()
    const key = String.fromCodePoint(ahead.codePointAt(0) ?? 0)
    ahead = ahead.slice(key.length)
    return key
  }

  return {
    ask: async (question, { hidden = false } = {}) => {
      err(question)
      let line = ''
      for (;;) {
        const key = await nextKey()
        if (CANCEL.has(key)) {
          err('\n')
          throw cancelled()
        }
        if (ENTER.test(key)) {
          err('\n')
          return line
        }
        line = typed(line, key)
        if (!hidden) err(`\r\u001b[K${question}${line}`)
      }
    },
    close: () => {
      stdin.setRawMode(false)
      stdin.off('data', onData).off('end', onEnd).pause()
    },
  }
}
