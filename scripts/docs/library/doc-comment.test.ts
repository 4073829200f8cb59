import { describe, expect, it } from 'vitest'
import { firstSentence, parseDocComment, problemOf } from './doc-comment.mjs'

const comment = `*
 * Reads a port: 993 when the text is not a number.
 * It never throws.
 *
 * @param text  As it was typed.
 * @example
 * parsePort('143') // => 143
 *   // indented
 `

describe('parseDocComment', () => {
  it('reads the text, and the tags in their order, without the stars', () => {
    expect(parseDocComment(comment)).toEqual({
      text: 'Reads a port: 993 when the text is not a number.\nIt never throws.',
      tags: [
        { tag: 'param', text: 'text  As it was typed.' },
        { tag: 'example', text: "parsePort('143') // => 143\n  // indented" },
      ],
    })
  })

  it('does not mistake an address for a tag', () => {
    expect(parseDocComment('* Verifies `ana@mail.example` by asking. ').tags).toEqual([])
  })
})

describe('firstSentence', () => {
  it.each([
    ['Names a plan: `free`. Source: spec §1.', 'Names a plan: `free`.'],
    ['Gives 2.5 s of `a.b` where nothing is said.', 'Gives 2.5 s of `a.b` where nothing is said.'],
    ['Lists what\nis there. And more.', 'Lists what is there.'],
    ['Opens a world.\n\nA second paragraph.', 'Opens a world.'],
  ])('of %j is %j', (text, sentence) => expect(firstSentence(text)).toBe(sentence))
})

describe('problemOf', () => {
  it('finds none in a sentence that describes an export', () => {
    expect(problemOf('* Gives the display name of a plan. ', 'function')).toBeUndefined()
  })

  it('finds none in a noun phrase about a type', () => {
    expect(problemOf('* The display name of a plan. ', 'type')).toBeUndefined()
  })

  it.each([
    ['', 'has no doc comment'],
    ['*\n * @example\n * f() // => 1\n ', 'has no doc comment'],
    [
      '* The display name of a plan. ',
      'has a doc comment that does not begin with what it does, such as "Returns the …"',
    ],
    ['* Finds a tool. ', 'has a doc comment that says little more than its name'],
    ['* Gives the display name of a plan ', 'has a doc comment whose first paragraph is not a sentence'],
  ])('refuses %j, which %s', (text, problem) => expect(problemOf(text, 'function')).toBe(problem))
})
