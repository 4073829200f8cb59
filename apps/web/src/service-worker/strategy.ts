/** The description of the build: its version, and its files by address. */
export interface Build {
  readonly version: string
  /** Files whose names change with their content, so cached ones never expire. */
  readonly assets: readonly string[]
  readonly pages: readonly string[]
  /** Other files of the pages: icons, the manifest. */
  readonly others: readonly string[]
  /** The pages of the documentation, their pictures and the index of their search: cached once one of them was opened. */
  readonly docs: readonly string[]
}

/** The source of a response. */
export type Strategy =
  /** The cache, then the network. */
  | { readonly from: 'cache' }
  /** The network; the cache if that fails. */
  | { readonly from: 'network'; readonly otherwise: string }
  /** The browser, without the service worker. */
  | { readonly from: 'browser' }

/** The 404 page. */
export const MISSING = '/404'

const BROWSER: Strategy = { from: 'browser' }
// Responses of the service itself. They are never cached, and the 404 page never replaces them.
const SERVICE = /^\/(?:api|health|metrics|\.well-known)(?:\/|$)/

interface Asked {
  readonly method: string
  readonly mode: string
  readonly url: string
}

/** Decides the source of the response to a request from a page of this origin. */
export const strategyFor = ({ method, mode, url }: Asked, origin: string, build: Build): Strategy => {
  const { origin: its, pathname } = new URL(url)
  if (method !== 'GET' || its !== origin || SERVICE.test(pathname)) return BROWSER
  if (mode === 'navigate') {
    const path = pathname === '/' ? pathname : pathname.replace(/\/+$/, '')
    return { from: 'network', otherwise: [...build.pages, ...build.docs].includes(path) ? path : MISSING }
  }
  if (pathname.startsWith('/assets/')) return { from: 'cache' }
  return [...build.others, ...build.docs].includes(pathname) ? { from: 'network', otherwise: pathname } : BROWSER
}

const PREFIX = 'netbox-'

/** Names the cache of a build. */
export const cacheOf = ({ version }: Build): string => `${PREFIX}${version}`

/**
 * Lists the caches to delete, from all caches in the order of their creation. The previous build is kept, because open tabs may still need
 * it.
 */
export const outdated = (names: readonly string[], build: Build): string[] => {
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== cacheOf(build))
  return older.slice(0, -1)
}
