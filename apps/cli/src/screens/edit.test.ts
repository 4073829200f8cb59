import { describe, expect, it } from 'vitest'
import { edit, insert, type Line, lineOf } from './edit.ts'

const type = (line: Line, ...keys: (string | Parameters<typeof edit>[2])[]): Line =>
  keys.reduce<Line>((now, key) => (typeof key === 'string' ? edit(now, key, {}) : edit(now, '', key)) ?? now, line)
const control = (line: Line, letter: string): Line | undefined => edit(line, letter, { ctrl: true })

describe('edit', () => {
  it('types at the cursor', () =>
    expect(type(lineOf(''), 'a', 'c', { leftArrow: true }, 'b')).toEqual({ text: 'abc', cursor: 2 }))

  it('removes whole characters before and after the cursor', () => {
    expect(type(lineOf('aü😀'), { backspace: true })).toEqual({ text: 'aü', cursor: 2 })
    expect(type(lineOf('abc'), { home: true }, { delete: true })).toEqual({ text: 'bc', cursor: 0 })
    expect(type(lineOf(''), { backspace: true }, { delete: true })).toEqual({ text: '', cursor: 0 })
  })

  it('stays within the line', () => {
    expect(type(lineOf('a'), { leftArrow: true }, { leftArrow: true }).cursor).toBe(0)
    expect(type(lineOf('a'), { rightArrow: true }).cursor).toBe(1)
  })

  it('supports the keys of shells', () => {
    expect(control(lineOf('two words'), 'w')).toEqual({ text: 'two ', cursor: 4 })
    expect(control(lineOf('two words'), 'u')).toEqual({ text: '', cursor: 0 })
    expect(control({ text: 'two words', cursor: 3 }, 'k')).toEqual({ text: 'two', cursor: 3 })
    expect(control(lineOf('ab'), 'a')?.cursor).toBe(0)
    expect(control({ text: 'ab', cursor: 0 }, 'e')?.cursor).toBe(2)
  })

  it('ignores other keys', () => {
    expect(control(lineOf('a'), 'x')).toBeUndefined()
    expect(edit(lineOf('a'), '', { upArrow: true })).toBeUndefined()
  })
})

describe('insert', () => {
  it('keeps line breaks of pasted text and drops control characters', () => {
    expect(insert(lineOf('a'), 'b\r\nc\u001b[31m\u0007')).toEqual({ text: 'ab\nc[31m', cursor: 8 })
  })
})
