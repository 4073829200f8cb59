import { describe, expect, it } from 'vitest'
import { plainText, plainTexts } from './plain-text.ts'

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

// The bidirectional controls of Unicode 16: PropList.txt, Bidi_Control.
const controls = [
  ...range(0, 0x1f),
  ...range(0x7f, 0x9f),
  0x61c,
  0x200e,
  0x200f,
  ...range(0x202a, 0x202e),
  ...range(0x2066, 0x2069),
].map((code) => String.fromCodePoint(code))

describe('text for a terminal', () => {
  it('has no C0 control, DEL, C1 control or bidirectional control', () => {
    for (const control of controls) expect(plainText(`a${control}b`)).toBe('a?b')
  })

  it('keeps every other character', () => {
    expect(plainText('Ünal · 例え.example 🎉 שלום')).toBe('Ünal · 例え.example 🎉 שלום')
  })

  it('is plain in every string and name of a document, which keeps its shape, tabs and line feeds', () => {
    const document = { run: [{ 'a\u001b': 'b\u202e\u009bc', lines: 'one\r\n\ttwo', count: 3, none: null }] }
    expect(plainTexts(document)).toEqual({ run: [{ 'a?': 'b??c', lines: 'one \n\ttwo', count: 3, none: null }] })
  })
})
