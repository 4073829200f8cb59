import type { Key } from 'ink'

/** A line of text that a person edits; `cursor` counts characters. */
export interface Line {
  readonly text: string
  readonly cursor: number
}

/** Creates a line with the cursor at its end. */
export const lineOf = (text: string): Line => ({ text, cursor: Array.from(text).length })

const cut = ({ text, cursor }: Line, from: number, to: number): Line => {
  const characters = Array.from(text)
  return {
    text: [...characters.slice(0, from), ...characters.slice(to)].join(''),
    cursor: cursor > from ? Math.max(from, cursor - (to - from)) : cursor,
  }
}

/** Inserts text at the cursor. Drops control characters other than line breaks. */
export const insert = ({ text, cursor }: Line, added: string): Line => {
  const clean = added.replaceAll(/\r\n?/g, '\n').replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, '')
  const characters = Array.from(text)
  return {
    text: [...characters.slice(0, cursor), clean, ...characters.slice(cursor)].join(''),
    cursor: cursor + Array.from(clean).length,
  }
}

const wordStart = ({ text, cursor }: Line): number => {
  const before = Array.from(text).slice(0, cursor).join('').trimEnd()
  return Array.from(before.slice(0, before.lastIndexOf(' ') + 1)).length
}

/** Applies a key to a line, as shells do. Returns undefined for a key without a function. */
export const edit = (line: Line, typed: string, key: Partial<Key>): Line | undefined => {
  const { cursor, text } = line
  const length = Array.from(text).length
  if (key.leftArrow === true) return { text, cursor: Math.max(0, cursor - 1) }
  if (key.rightArrow === true) return { text, cursor: Math.min(length, cursor + 1) }
  if (key.home === true || (key.ctrl === true && typed === 'a')) return { text, cursor: 0 }
  if (key.end === true || (key.ctrl === true && typed === 'e')) return { text, cursor: length }
  if (key.backspace === true) return cursor === 0 ? line : cut(line, cursor - 1, cursor)
  if (key.delete === true) return cursor === length ? line : cut(line, cursor, cursor + 1)
  if (key.ctrl === true && typed === 'u') return cut(line, 0, cursor)
  if (key.ctrl === true && typed === 'k') return cut(line, cursor, length)
  if (key.ctrl === true && typed === 'w') return cut(line, wordStart(line), cursor)
  if (key.ctrl === true || key.meta === true || key.upArrow === true || key.downArrow === true) return undefined
  return typed === '' ? undefined : insert(line, typed)
}
