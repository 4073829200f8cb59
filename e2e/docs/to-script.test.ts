import { describe, expect, it } from 'vitest'
import { isTrue, toScript } from './run-script.ts'

describe('toScript', () => {
  it('treats a comment below a command as its output, and one above a command as prose', () => {
    const text = '# Say it.\necho a\n# a\n# b\n\n# And again.\necho c # not a claim'
    const { script, claims } = toScript([{ text }])
    expect(claims).toEqual([
      { text: 'a\nb', isWhole: false },
      { text: '…', isWhole: true },
    ])
    expect(script.split('\n')).toEqual([
      'set -eo pipefail',
      '# Say it.',
      'echo a',
      String.raw`printf '\036'`,
      '',
      '# And again.',
      'echo c # not a claim',
      String.raw`printf '\036'`,
    ])
  })

  it('treats the text below a block as its whole output', () => {
    expect(toScript([{ text: 'echo a', prints: 'a' }]).claims).toEqual([{ text: 'a', isWhole: true }])
  })
})

describe('isTrue', () => {
  const end = (text: string) => ({ text, isWhole: false })

  it('compares a whole claim exactly, and a comment with the end of the output', () => {
    expect(isTrue({ text: 'a\nb', isWhole: true }, 'a\nb\n')).toBe(true)
    expect(isTrue({ text: 'b', isWhole: true }, 'a\nb\n')).toBe(false)
    expect(isTrue(end('b'), 'a\nb\n')).toBe(true)
    expect(isTrue(end('a'), 'a\nb\n')).toBe(false)
  })

  it('finds no claim in the middle of a line, except after a JSON document', () => {
    expect(isTrue(end('3'), '13')).toBe(false)
    expect(isTrue(end('{"b":1}'), '{"a":1}{"b":1}')).toBe(true)
  })

  it('lets … match anything, even nothing, and every other character only itself', () => {
    expect(isTrue(end('{"code":"a.b",…}'), '{"code":"a.b","id":[1]}')).toBe(true)
    expect(isTrue(end('{"code":"a.b",…}'), '{"code":"axb","id":[1]}')).toBe(false)
    expect(isTrue(end('a…'), 'a')).toBe(true)
  })
})
