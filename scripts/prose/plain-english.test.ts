import { describe, expect, it } from 'vitest'
import { constructions, findStumbles, measure, quotations } from './plain-english.mjs'
import { markdownPassages, sourcePassages } from './read-passages.mjs'

const findIn = (kind: string, text: string) => findStumbles([{ kind, line: 1, text }])

describe.each(Object.entries(constructions))('%s', (_name, { bad, good, kinds, advice }) => {
  const kind = kinds?.[0] ?? 'paragraph'

  it.each(bad)('finds: %s', (text) => {
    expect(findIn(kind, text).map(({ reason }) => reason)).toContainEqual(expect.stringContaining(advice))
  })

  it.each(good)('accepts: %s', (text) => {
    expect(findIn(kind, text)).toEqual([])
  })
})

describe('the check of plain English', () => {
  it('finds repeated words, but not repeated values', () => {
    expect(findIn('paragraph', 'The the zone has ten records.')).toMatchObject([{ reason: '"the" is repeated' }])
    expect(findIn('text', 'The card is 4242 4242 4242.')).toEqual([])
  })

  it('accepts a quotation to the letter', () => {
    for (const quotation of quotations) expect(findIn('text', quotation)).toEqual([])
  })

  it('reads paragraphs, lists and tables of a page, and no code', () => {
    const page = [
      '# What it is',
      '',
      'Two lines',
      'of `what is told`.',
      '',
      '```sh',
      'echo alone',
      '```',
      '',
      '- one item',
      '| a | who is told |',
    ].join('\n')
    expect(markdownPassages(page)).toMatchObject([
      { kind: 'heading', line: 1, text: 'What it is' },
      { kind: 'paragraph', line: 3, text: expect.stringMatching(/^Two lines\nof code\d+\.$/) },
      { kind: 'paragraph', line: 10, text: 'one item' },
      { kind: 'cell', line: 11, text: 'a' },
      { kind: 'cell', line: 11, text: 'who is told' },
    ])
    expect(findStumbles(markdownPassages(page))).toMatchObject([{ line: 11 }])
  })

  it('reads comments and sentences of a source, and neither directives nor examples', () => {
    const source = [
      '/**',
      ' * Returns a page.',
      ' * @param size - its size in rows',
      ' * @example',
      ' * const alone = page()',
      ' */',
      '// First line',
      '// second line.',
      '// oxlint-disable-next-line no-console',
      "export const text = 'Two runs are left.'",
      'const id = `a-${text}`',
    ].join('\n')
    expect(sourcePassages('a.ts', source, true)).toMatchObject([
      { kind: 'comment', line: 2, text: 'Returns a page.' },
      { kind: 'comment', line: 3, text: 'its size in rows' },
      { kind: 'comment', line: 7, text: 'First line\nsecond line.' },
      { kind: 'text', line: 10, text: 'Two runs are left.' },
    ])
    expect(sourcePassages('a.ts', source, false)).toHaveLength(3)
  })

  it('measures sentences of running text only', () => {
    expect(measure(markdownPassages('# A heading\n\nOne two three. Four five?\n\n| a cell | b |'))).toEqual({
      sentences: 2,
      words: 5,
    })
  })
})
