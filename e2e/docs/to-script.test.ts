import { describe, expect, it } from 'vitest'
import { isTrue, toScript } from './to-script.ts'

describe('toScript', () => {
  it('takes a comment below a command as what it prints, and one above a command as prose', () => {
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

  it('takes the text below a block as all that it prints', () => {
    expect(toScript([{ text: 'echo a', prints: 'a' }]).claims).toEqual([{ text: 'a', isWhole: true }])
  })
})

describe('isTrue', () => {
  const end = (text: string) => ({ text, isWhole: false })

  it('holds a whole claim to every letter, and a comment to the end of what was printed', () => {
    expect(isTrue({ text: 'a\nb', isWhole: true }, 'a\nb\n')).toBe(true)
    expect(isTrue({ text: 'b', isWhole: true }, 'a\nb\n')).toBe(false)
    expect(isTrue(end('b'), 'a\nb\n')).toBe(true)
    expect(isTrue(end('a'), 'a\nb\n')).toBe(false)
  })

  it('finds no claim in the middle of a line, but behind a JSON document', () => {
    expect(isTrue(end('3'), '13')).toBe(false)
    expect(isTrue(end('{"b":1}'), '{"a":1}{"b":1}')).toBe(true)
  })

  it('takes … for anything, also for nothing, and every other sign as it is', () => {
    expect(isTrue(end('{"code":"a.b",…}'), '{"code":"a.b","id":[1]}')).toBe(true)
    expect(isTrue(end('{"code":"a.b",…}'), '{"code":"axb","id":[1]}')).toBe(false)
    expect(isTrue(end('a…'), 'a')).toBe(true)
  })
})
