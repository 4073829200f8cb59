// The delay of caching, in milliseconds: the page itself comes first.
const LATER = 3000

/** The message of the documentation's pages to the service worker. */
export const KEEP_DOCS = 'keep-docs'

/** Caches the site in the browser, if the browser supports it and the visitor does not save data. */
export const keepOffline = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Some browsers don't have this property.
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
  if (connection?.saveData === true) return
  setTimeout(() => {
    // Private windows of some browsers reject service workers; then the site does not work offline.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }, LATER)
}

/** Asks the service worker, as soon as it is active, to cache the documentation too. */
export const keepDocs = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(KEEP_DOCS, []))
}
