import { useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useSettled } from '../../lib/use-settled.ts'
import { cleanSearch, type HistoryQuery, historyPath, readHistoryQuery } from './history-query.ts'

/** The text of the search field, and the search in the address when it was last synchronized. */
interface Field {
  readonly text: string
  readonly q: string
}

/** Reads the query from the original address, because the router decodes some of its escapes. */
const useWanted = (): HistoryQuery => {
  const search = useSearch()
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => readHistoryQuery(location.search), [search])
}

/** Keeps the shown part of the history in the address, so that links and the back button restore it. */
export const useHistoryQuery = () => {
  const wanted = useWanted()
  const [, go] = useLocation()
  const [field, setField] = useState<Field>({ text: wanted.q, q: wanted.q })
  const typed = cleanSearch(field.text)
  // If a link or the back button changed the address, not the input, the field gets its text from the address.
  if (field.q !== wanted.q) setField({ text: typed === wanted.q ? field.text : wanted.q, q: wanted.q })
  const settled = useSettled(typed)
  useEffect(() => {
    if (settled !== typed || settled === wanted.q) return
    // The back button leads to the state before the search, not to each typed letter.
    const replace = settled !== '' && wanted.q !== ''
    go(historyPath({ ...wanted, q: settled, page: 1 }), { replace })
    // Only input may start a search, so the effect has no other dependencies.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settled, typed])
  return {
    wanted,
    text: field.text,
    setText: (text: string) => setField((now) => ({ ...now, text })),
    ask: (change: Partial<HistoryQuery>) => go(historyPath({ ...wanted, page: 1, ...change })),
    correct: (page: number) => go(historyPath({ ...wanted, page }), { replace: true }),
  }
}
