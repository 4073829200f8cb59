import MiniSearch, { type SearchResult } from 'minisearch'

/** A place in the documentation that the search finds: a page, or a heading in it. */
export interface DocsPlace {
  /** The unique address of the place. */
  readonly id: string
  readonly title: string
  /** The page of a heading; absent for a page. */
  readonly page?: string
  readonly part: string
  readonly text: string
}

/** A place with the words around the first match. */
export interface Hit extends DocsPlace {
  readonly excerpt: string
  /** Pairs of start and end of the matches in the excerpt. */
  readonly ranges: readonly number[]
}

/** Finds places. */
export type Search = (text: string) => Hit[]

const MOST = 12
const EXCERPT = 110

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const shorten = (text: string): string =>
  text.length <= EXCERPT ? text.trim() : `${text.slice(0, text.lastIndexOf(' ', EXCERPT)).trim()} …`

// An option or the id of a tool is one word, but its parts match too.
const words = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{N}_-]+/u)
    .map((word) => word.replaceAll(/^-+|-+$/g, ''))
    .filter((word) => word !== '')
const wordsAndParts = (text: string): string[] =>
  words(text).flatMap((word) => (word.includes('-') ? [word, ...word.split('-')] : [word]))

/** Returns the words of a text around the first match, with the positions of the matches. */
export const excerptOf = (text: string, terms: readonly string[]): Pick<Hit, 'excerpt' | 'ranges'> => {
  if (terms.length === 0) return { excerpt: shorten(text), ranges: [] }
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${terms.map(escape).join('|')})`, 'giu')
  const first = text.search(pattern)
  const from = first < EXCERPT / 2 ? 0 : text.indexOf(' ', first - EXCERPT / 3) + 1
  const excerpt = shorten(text.slice(from))
  return {
    excerpt,
    ranges: [...excerpt.matchAll(pattern)].flatMap(({ index, 0: { length } }) => [index, index + length]),
  }
}

/** Creates a search over places, which needs no network. */
export const makeSearch = (places: readonly DocsPlace[]): Search => {
  const index = new MiniSearch<DocsPlace>({ fields: ['title', 'page', 'text'], tokenize: wordsAndParts })
  index.addAll(places)
  const byId = new Map(places.map((place) => [place.id, place]))
  const options = {
    tokenize: words,
    prefix: true,
    boost: { title: 4, page: 2 },
    fuzzy: (term: string) => (term.length > 5 ? 0.2 : false),
  }
  const find = (text: string): SearchResult[] => {
    // First searches for all words, then for any of them, because a pasted error has words that no page contains.
    const all = index.search(text, { ...options, combineWith: 'AND' })
    return all.length > 0 ? all : index.search(text, options)
  }
  return (text) =>
    find(text)
      .slice(0, MOST)
      .flatMap(({ id, terms }) => {
        const place = byId.get(String(id))
        return place === undefined ? [] : [{ ...place, ...excerptOf(place.text, terms) }]
      })
}
