import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseKeyPresses } from './keyboard.tsx'

describe('pressesOf', () => {
  it('returns a single key unchanged', () => {
    expect(parseKeyPresses('a', { shift: true })).toEqual([{ input: 'a', key: { shift: true } }])
    expect(parseKeyPresses('', { upArrow: true })).toEqual([{ input: '', key: { upArrow: true } }])
  })

  it('splits fast typing: letters together, control characters as separate keys', () => {
    expect(parseKeyPresses('\u0015mx\t\r', {})).toEqual([
      { input: 'u', key: { ctrl: true } },
      { input: 'mx', key: {} },
      { input: '', key: { tab: true } },
      { input: '', key: { return: true } },
    ])
    expect(parseKeyPresses('mxx\u007f', {}).at(-1)).toEqual({ input: '', key: { backspace: true } })
    expect(parseKeyPresses('ab\u0003', {}).at(-1)).toEqual({ input: 'c', key: { ctrl: true } })
  })

  it('loses no letter', () =>
    fc.assert(
      fc.property(fc.string({ minLength: 2 }), (text) => {
        const typed = parseKeyPresses(text, {}).filter(({ key }) => Object.keys(key).length === 0)
        expect(typed.map(({ input }) => input).join('')).toBe(text.replaceAll(/[\u0000-\u001f\u007f]/g, ''))
      }),
    ))
})
