import { useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useSettled } from './time.ts'

/** The shown part of a list, as stored in the address. Other fields are filters; one that is undefined or empty excludes nothing. */
export interface ListQuery {
  readonly page: number
  /** The text that entries contain; empty for all. */
  readonly q: string
}

/** The longest search text, in characters. */
export const LONGEST_SEARCH = 320

const LAST_PAGE = 1_000_000
// Line breaks, which a one-line search can't contain, and characters that a request can't contain.
const UNCLEAN = /[\p{Cc}\p{Surrogate}]+/gu

/** Normalizes a search for requests and the address. */
export const cleanSearch = (text: string): string =>
  text.replaceAll(UNCLEAN, ' ').trim().slice(0, LONGEST_SEARCH).trim()

/** Reads the page and the search from a query. Invalid values are ignored. */
export const readListQuery = (params: URLSearchParams): ListQuery => {
  const page = /^\d{1,7}$/.exec(params.get('page') ?? '')?.[0] ?? 1
  return { page: Math.max(1, Math.min(LAST_PAGE, Number(page))), q: cleanSearch(params.get('q') ?? '') }
}

/** Writes the address of a part of a list, without default values. */
export const listPath = (path: string, { page, ...filter }: ListQuery): string => {
  const said = new URLSearchParams(page > 1 ? { page: String(page) } : {})
  for (const [name, value] of Object.entries<string | undefined>(filter)) if (value) said.set(name, value)
  return said.size === 0 ? path : `${path}?${said}`
}

/** Keeps the shown part of a list in the address, so that links and the back button restore it. */
export const useListQuery = <Query extends ListQuery>(read: (search: string) => Query) => {
  const search = useSearch()
  // The query is read from the original address, because the router decodes some of its escapes.
  // oxlint-disable-next-line react/exhaustive-deps
  const wanted = useMemo(() => read(location.search), [search])
  const [path, go] = useLocation()
  // The text of the search field, and the search in the address when it was last synchronized.
  const [field, setField] = useState({ text: wanted.q, q: wanted.q })
  const typed = cleanSearch(field.text)
  // If a link or the back button changed the address, not the input, the field gets its text from the address.
  if (field.q !== wanted.q) setField({ text: typed === wanted.q ? field.text : wanted.q, q: wanted.q })
  const settled = useSettled(typed)
  useEffect(() => {
    if (settled !== typed || settled === wanted.q) return
    // The back button leads to the state before the search, not to each typed letter.
    const replace = settled !== '' && wanted.q !== ''
    go(listPath(path, { ...wanted, q: settled, page: 1 }), { replace })
    // Only input may start a search, so the effect has no other dependencies.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settled, typed])
  return {
    wanted,
    text: field.text,
    setText: (text: string) => setField((now) => ({ ...now, text })),
    ask: (change: Partial<Query>) => go(listPath(path, { ...wanted, page: 1, ...change })),
    correct: (page: number) => go(listPath(path, { ...wanted, page }), { replace: true }),
  }
}
