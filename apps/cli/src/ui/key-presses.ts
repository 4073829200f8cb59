import type { Key } from 'ink'

/** What came from the keyboard: a key, some letters typed in one go, or text that was pasted. */
export interface KeyPress {
  readonly input: string
  readonly key: Partial<Key>
  readonly isPaste?: true
}

const BACKSPACES = '\u007f\b'

const keyPressOf = (text: string): KeyPress => {
  if (text === '\t') return { input: '', key: { tab: true } }
  if (text === '\r' || text === '\n') return { input: '', key: { return: true } }
  if (BACKSPACES.includes(text)) return { input: '', key: { backspace: true } }
  const code = text.codePointAt(0) ?? 0
  return code < 32 ? { input: String.fromCodePoint(code + 96), key: { ctrl: true } } : { input: text, key: {} }
}

/**
 * Takes apart what a terminal delivered in one piece, as it does with fast typing and slow lines: letters stay together,
 * each control character among them is the key that it stands for.
 */
export const parseKeyPresses = (input: string, key: Partial<Key>): KeyPress[] => {
  if (Array.from(input).length < 2) return [{ input, key }]
  return (input.match(/[^\u0000-\u001f\u007f]+|[\u0000-\u001f\u007f]/g) ?? []).map(keyPressOf)
}
