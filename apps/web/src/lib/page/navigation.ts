import { useDeferredValue } from 'react'
import { type BrowserLocationHook, useBrowserLocation, useSearch } from 'wouter/use-browser-location'
import { createStore } from './store.ts'

/** Reads the path for the router. While the code of the next page loads, the previous page and its path stay. */
export const usePagePath: BrowserLocationHook = (options) => {
  const [path, go] = useBrowserLocation(options)
  return [useDeferredValue(path), go]
}

/** Reads the query for the router. The previous page never sees the query of the next one. */
export const usePageSearch = (options?: { readonly ssrPath?: string; readonly ssrSearch?: string }): string => {
  const [path] = useBrowserLocation(options)
  const search = useSearch(options)
  const [shownPath, shownSearch] = [useDeferredValue(path), useDeferredValue(search)]
  return path === shownPath ? search : shownSearch
}

/** How the visitor reached the current page: by a page load, a link of the site, or the history. */
export type Arrival = 'load' | 'link' | 'history'

/** An entry of the browser's history. */
export type Entry = Pick<Location, 'pathname' | 'search'> & { readonly state: unknown }

interface Reached {
  readonly arrival: Arrival
  readonly entry?: Entry | undefined
  readonly before?: Entry | undefined
}

const reached = createStore<Reached>({ arrival: 'load' })

/** Returns how the visitor reached the current page. */
export const lastArrival = (): Arrival => reached.get().arrival

/** Returns the entry from which a link of the site led to the current page; undefined after a page load or a step through the history. */
export const entryBefore = (): Entry | undefined => reached.get().before

/** Records how each page is reached. For its own navigation, the router dispatches events named `pushState` and `replaceState`. */
export const listenForArrivals = (): void => {
  const note = (arrival: Arrival, before: Entry | undefined): void => {
    const { pathname, search } = location
    reached.set({ arrival, before, entry: { pathname, search, state: history.state as unknown } })
  }
  note('load', undefined)
  addEventListener('popstate', () => note('history', undefined))
  addEventListener('pushState', () => note('link', reached.get().entry))
  // A page that rewrites its own address or state stays the page that the visitor reached.
  addEventListener('replaceState', () => {
    const { arrival, before, entry } = reached.get()
    note(location.pathname === entry?.pathname ? arrival : 'link', before)
  })
}
