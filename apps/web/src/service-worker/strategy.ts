/** The description of the build: its version, and its files by address. */
export interface Build {
  readonly version: string
  /** Files whose names change with their content, so that cached files never expire. */
  readonly assets: readonly string[]
  readonly pages: readonly string[]
  /** Other files of the pages: icons, the manifest. */
  readonly others: readonly string[]
  /**
   * The pages of the documentation, their pictures and the index of their search. They are cached once a visitor has opened a page of the
   * documentation.
   */
  readonly docs: readonly string[]
}

/** The source of a response. */
export type Strategy =
  /** The cache, then the network. */
  | { readonly from: 'cache' }
  /** The network, or the cache if the network fails. */
  | { readonly from: 'network'; readonly otherwise: string }
  /** The browser, without the service worker. */
  | { readonly from: 'browser' }

/** The 404 page. */
export const MISSING = '/404'

const BROWSER: Strategy = { from: 'browser' }
// The paths to which the service itself responds. These responses are never cached, and the 404 page never replaces them.
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

/** Returns the name of a build's cache. */
export const cacheOf = ({ version }: Build): string => `${PREFIX}${version}`

/**
 * Lists the caches to delete. `names` are all caches in the order of their creation. The previous build is kept, because open tabs may
 * still need it.
 */
export const outdated = (names: readonly string[], build: Build): string[] => {
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== cacheOf(build))
  return older.slice(0, -1)
}
