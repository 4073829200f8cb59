// The page itself comes first: caching can wait until the page is in use.
const LATER = 3000

/** Keeps the site in the browser, where it can and the visitor does not save data. */
export const keepOffline = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Not every browser tells.
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
  if (connection?.saveData === true) return
  setTimeout(() => {
    // Refused, as in private windows of some browsers: then there is only no offline.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }, LATER)
}
