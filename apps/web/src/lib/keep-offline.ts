// The page itself comes first: caching can wait until the page is in use.
const LATER = 3000

/** The documentation's message to the service worker. */
export const KEEP_DOCS = 'keep-docs'

/** Keeps the site in the browser, where it can and the visitor does not save data. */
export const keepOffline = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Some browsers don't say.
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
  if (connection?.saveData === true) return
  setTimeout(() => {
    // Refused, as in private windows of some browsers: then there is only no offline.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }, LATER)
}

/** Asks the service worker to keep the pages of the documentation too, once it is there. */
export const keepDocs = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(KEEP_DOCS, []))
}
