import type { Token } from 'marked'

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
}

/** Returns the words of tokens without their formatting. */
export const textOf = (tokens: readonly (Token | undefined)[]): string =>
  tokens
    .map((token) => {
      if (token === undefined || token.type === 'html') return ''
      if (token.type === 'br') return ' '
      if (token.type === 'table') return textOf([...token['header'], ...token['rows'].flat()].map(asParagraph))
      if (token.type === 'list') return token['items'].map((item: Token) => textOf([item])).join(' ')
      if ('tokens' in token && token.tokens !== undefined) return textOf(token.tokens)
      return 'text' in token ? String(token.text) : ''
    })
    .join('')
    .replaceAll(/&(?:lt|gt|amp|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')

// Cells follow each other without a space of their own.
const asParagraph = (cell: { readonly tokens: Token[] }): Token => ({
  type: 'paragraph',
  raw: '',
  text: '',
  tokens: [...cell.tokens, { type: 'text', raw: ' ', text: ' ' }],
})
