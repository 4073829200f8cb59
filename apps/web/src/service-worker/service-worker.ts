/** An event whose lifetime a promise can extend. */
export interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

/** A request of a page. */
export interface RequestEvent extends LastingEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

/** A page's message to this worker. */
export interface MessageFromPage extends LastingEvent {
  readonly data: unknown
}

/**
 * The parts of the worker's global scope that this worker uses. TypeScript's `webworker` library, which declares them, conflicts with the
 * page's `dom` library.
 */
export interface WorkerScope {
  readonly location: Location
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { readonly includeUncontrolled: boolean }): Promise<readonly { readonly url: string }[]>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageFromPage) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
}

// Caches the site in the browser, so that it works offline. Pages are requested from the network first, so that a page is never older than
// the service.
import { KEEP_DOCS, KEEP_SITE } from '../lib/page/page-start.ts'
import { type Build, cacheOf, MISSING, outdated, type Strategy, strategyFor } from './strategy.ts'

// The build script replaces `BUILD` with the description of the build.
declare const BUILD: Build

const build = BUILD
// The cast is safe, because this script runs only as a service worker.
const worker = globalThis as unknown as WorkerScope

// Scripts and styles come first, because every page needs some.
const siteFiles = [...build.assets, ...build.pages, ...build.others]

// The number of concurrent requests; more would slow down the open page.
const LANES = 4
// The timeout of a request in milliseconds; after it, the browser counts as offline.
const NETWORK_TIMEOUT = 5000

const fetched = async (path: string): Promise<Response> => {
  const isAsset = path.startsWith('/assets/')
  const response = await fetch(path, { cache: isAsset ? 'default' : 'no-cache', headers: { accept: 'text/html, */*' } })
  // The 404 page is cached although its status is 404.
  if (!response.ok && path !== MISSING) throw new Error(`${path} answered ${response.status}`)
  return response
}

/** Caches the files that are not cached yet. Rejects if one of them can't be loaded. */
const keep = async (paths: readonly string[]): Promise<void> => {
  const cache = await caches.open(cacheOf(build))
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const left = paths.filter((path) => !there.has(path))
  const lane = async (): Promise<void> => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) await cache.put(path, await fetched(path))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Returns a cached file of this build, or else of the previous build, whose pages may still be open. */
const kept = async (path: string): Promise<Response | undefined> =>
  (await (await caches.open(cacheOf(build))).match(path)) ?? caches.match(path)

/** Caches the open pages with their files, so that they work offline at once. */
const keepOpen = async (): Promise<void> => {
  const open = (await worker.clients.matchAll({ includeUncontrolled: true })).map(({ url }) => new URL(url).pathname)
  const pages = [...new Set([MISSING, ...open.filter((path) => [...build.pages, ...build.docs].includes(path))])]
  await keep(pages)
  const texts = await Promise.all(pages.map(async (path) => (await kept(path))?.text() ?? ''))
  await keep(build.assets.filter((asset) => texts.some((text) => text.includes(`"${asset}"`))))
}

const forgetOld = async (): Promise<void> => {
  await Promise.all(outdated(await caches.keys(), build).map(async (name) => caches.delete(name)))
  await worker.clients.claim()
}

const inTime = async (request: Request): Promise<Response> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), NETWORK_TIMEOUT)
  })
  try {
    const response = await Promise.race([fetch(request), late])
    // With these codes, the response comes from a proxy whose service is unavailable.
    if (response.status >= 502) throw new Error(`answered ${response.status}`)
    return response
  } finally {
    clearTimeout(timer)
  }
}

const answer = async (request: Request, strategy: Exclude<Strategy, { from: 'browser' }>): Promise<Response> => {
  const { pathname, search } = new URL(request.url)
  if (strategy.from === 'cache') return (await kept(pathname)) ?? fetch(request)
  const { otherwise } = strategy
  try {
    return await inTime(request)
  } catch {
    // A path with a trailing slash is redirected to the page's only address, as on the service.
    if (otherwise !== MISSING && otherwise !== pathname) return Response.redirect(`${otherwise}${search}`)
    // If the page is not cached either, the request is repeated, and the browser shows the error.
    return (await kept(otherwise)) ?? fetch(request)
  }
}

worker.addEventListener('install', (event) => {
  void worker.skipWaiting()
  event.waitUntil(keepOpen())
})
worker.addEventListener('activate', (event) => event.waitUntil(forgetOld()))
worker.addEventListener('message', (event) => {
  // If a file can't be loaded, the next page tries again.
  if (event.data === KEEP_DOCS) event.waitUntil(keep([...build.assets, ...build.docs, ...siteFiles]))
  if (event.data === KEEP_SITE) event.waitUntil(keep(siteFiles))
})
worker.addEventListener('fetch', (event) => {
  const strategy = strategyFor(event.request, worker.location.origin, build)
  if (strategy.from !== 'browser') event.respondWith(answer(event.request, strategy))
})
