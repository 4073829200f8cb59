// The page itself comes first: caching can wait until the page is in use.
const LATER = 3000

/** The documentation's message to the service worker. */
export const KEEP_DOCS = 'keep-docs'

/** Keeps the site in the browser, where this is possible and the visitor does not save data. */
export const keepOffline = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Some browsers don't have this property.
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
  if (connection?.saveData === true) return
  setTimeout(() => {
    // Private windows of some browsers refuse it: then the site does not work offline.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }, LATER)
}

/** Asks the service worker, as soon as it is active, to keep the pages of the documentation too. */
export const keepDocs = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(KEEP_DOCS, []))
}
