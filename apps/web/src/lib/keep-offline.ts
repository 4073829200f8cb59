// The delay before caching, in milliseconds, so that the page itself loads first.
const LATER = 3000

/** The message with which the documentation's pages ask the service worker to cache the documentation. */
export const KEEP_DOCS = 'keep-docs'

/** Caches the site in the browser, if the browser supports it and the visitor has not turned on data saving. */
export const keepOffline = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Some browsers lack `navigator.connection`.
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
  if (connection?.saveData === true) return
  setTimeout(() => {
    // Private windows of some browsers reject service workers; then the site does not work offline.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }, LATER)
}

/** Asks the service worker to cache the documentation too, once the worker is active. */
export const keepDocs = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(KEEP_DOCS, []))
}
