import GithubSlugger from 'github-slugger'
import { marked, type MarkedToken, type Token, type Tokens } from 'marked'

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

/** A link of the outline. */
export interface Entry {
  readonly title: string
  readonly href: string
}

/** One of the parts of the documentation: Your programs, Tools, Reference and so on. */
export interface Part {
  readonly name: string
  readonly lead: string
  readonly entries: readonly Entry[]
}

/** A way to a first report. */
export interface FirstRun {
  readonly name: string
  readonly code: readonly Tokens.Code[]
}

/** The content of the landing page and the menu: docs/README.md, and the code of the sections that its first run links. */
export interface Outline {
  readonly title: string
  readonly lead: string
  readonly parts: readonly Part[]
  readonly firstRun: { readonly title: string; readonly lead: string; readonly ways: readonly FirstRun[] }
  readonly errors: { readonly title: string; readonly rows: readonly (Entry & { readonly error: string })[] }
}

const FIRST_RUN = 'First run'
const ERRORS = 'An error in front of you?'

const isTable = (token: MarkedToken): token is Tokens.Table => token.type === 'table'
const isLink = (token: MarkedToken): token is Tokens.Link => token.type === 'link'
const isCode = (token: MarkedToken): token is Tokens.Code => token.type === 'code'

const linksOf = (tokens: readonly Token[]): Entry[] =>
  tokens
    .map(known)
    .filter(isLink)
    .map((link) => ({ title: textOf([link]), href: link.href }))

interface Section {
  readonly name: string
  readonly tokens: readonly MarkedToken[]
}

/** Returns the sections below the headings of the second level. */
const sectionsOf = (tokens: readonly MarkedToken[]): Section[] => {
  const heads = tokens.flatMap((token, at) => (token.type === 'heading' && token.depth === 2 ? [at] : []))
  return heads.map((head, index) => ({
    name: textOf(tokens.slice(head, head + 1)),
    tokens: tokens.slice(head + 1, heads[index + 1]),
  }))
}

const leadOf = (tokens: readonly Token[]): string =>
  textOf(tokens.filter(({ type }) => type === 'paragraph').slice(0, 1))

const partOf = ({ name, tokens }: Section): Part => ({
  name,
  lead: leadOf(tokens),
  entries: tokens.filter(isTable).flatMap(({ rows }) => rows.flat().flatMap((cell) => linksOf(cell.tokens))),
})

/** Returns the code below a heading of a page, up to the next heading. */
export const codeBelow = (page: string, anchor: string): readonly Tokens.Code[] => {
  const slugs = new GithubSlugger()
  let isBelow = false
  return marked.lexer(page).flatMap((token) => {
    const block = known(token)
    if (block.type === 'heading') isBelow = slugs.slug(textOf([block])) === anchor
    return isBelow && isCode(block) ? [block] : []
  })
}

/**
 * Reads the outline of the documentation from the page that lists all others. `codeOf` returns the code of a section that the page links.
 */
export const readOutline = (page: string, codeOf: (href: string) => readonly Tokens.Code[]): Outline => {
  const tokens = marked.lexer(page).map(known)
  const sections = sectionsOf(tokens)
  const tokensOf = (title: string) => sections.find(({ name }) => name === title)?.tokens ?? []
  const [first, errors] = [tokensOf(FIRST_RUN), tokensOf(ERRORS)]
  return {
    title: textOf(tokens.slice(0, 1)),
    lead: leadOf(tokens),
    parts: sections
      .filter(({ name }) => name !== FIRST_RUN && name !== ERRORS)
      .map(partOf)
      .filter(({ entries }) => entries.length > 0),
    firstRun: {
      title: FIRST_RUN,
      lead: leadOf(first),
      ways: partOf({ name: FIRST_RUN, tokens: first }).entries.map(({ title, href }) => ({
        name: title,
        code: codeOf(href),
      })),
    },
    errors: {
      title: ERRORS,
      rows: errors
        .filter(isTable)
        .flatMap(({ rows }) =>
          rows.flatMap(([error, where]) =>
            linksOf(where?.tokens ?? []).map((link) => ({ ...link, error: error?.text.replaceAll('`', '') ?? '' })),
          ),
        ),
    },
  }
}
