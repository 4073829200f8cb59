import type { MarkedToken, Token } from 'marked'

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
}

/** Casts a token to the types of Markdown, because no extension adds others. */
export const known = (token: Token): MarkedToken => token as MarkedToken

const wordsOf = (token: MarkedToken): string => {
  switch (token.type) {
    case 'html':
      return ''
    case 'br':
    case 'space':
      return ' '
    case 'table':
      return [token.header, ...token.rows].flatMap((cells) => cells.map((cell) => textOf(cell.tokens))).join(' ')
    case 'list':
      return token.items.map((item) => textOf(item.tokens)).join(' ')
    default:
      if ('tokens' in token && token.tokens !== undefined) return textOf(token.tokens)
      return 'text' in token ? token.text : ''
  }
}

/** Returns the words of tokens without their formatting. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => wordsOf(known(token)))
    .join('')
    .replaceAll(/&(?:lt|gt|amp|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
