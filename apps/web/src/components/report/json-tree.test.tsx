import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { JsonTree } from './json-tree.tsx'

const textOf = (markup: string): string =>
  markup
    // The placeholder of folded parts.
    .replaceAll(/<span class="folded">.*?<\/span>/g, '')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const render = (value: object): string => renderToStaticMarkup(<JsonTree value={value} label="Result" />)

describe('a value as a tree', () => {
  it('shows the JSON of any value', () => {
    const object = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 3 }))
    fc.assert(
      fc.property(object, (value) => {
        expect(JSON.parse(textOf(render(value)))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 60 },
    )
  })

  it('can be folded at each object and list that is not empty', () => {
    const markup = render({ a: [1, 2], b: {}, c: [], d: { e: null } })
    expect(markup.match(/<details open="">/g)).toHaveLength(3)
    expect(markup).toContain('<span class="folded">2],</span>')
    expect(markup).toContain('<span class="j-word">{}</span>')
  })

  it('has a color for each kind', () => {
    const markup = render({ text: 'x', number: 1, word: true })
    for (const [kind, shown] of [
      ['key', '&quot;text&quot;'],
      ['string', '&quot;x&quot;'],
      ['number', '1'],
      ['word', 'true'],
    ])
      expect(markup).toContain(`<span class="j-${kind}">${shown}</span>`)
  })
})
