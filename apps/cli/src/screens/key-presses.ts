import type { Key } from 'ink'

/** A key, several letters typed at once, or pasted text. */
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
 * Splits input that a terminal delivered at once, as after fast typing. Letters stay together; each control character is a separate key.
 */
export const parseKeyPresses = (input: string, key: Partial<Key>): KeyPress[] => {
  if (Array.from(input).length < 2) return [{ input, key }]
  return (input.match(/[^\u0000-\u001f\u007f]+|[\u0000-\u001f\u007f]/g) ?? []).map(keyPressOf)
}
