/** The event of the document after which the page handles its own actions. boot.ts waits for it, so it can't import the site. */
export const HYDRATED = 'netbox:hydrated'

/** The placeholder for the site's origin in prerendered files; the API replaces it with its `PUBLIC_URL` when it starts. */
export const ORIGIN = 'https://origin.netbox.invalid'

/** The paths of pages whose content is created by a script: the pages behind sign-in, and the embedded card. */
const EMPTY = /^\/(?:dashboard|tools|admin|embed)(?:\/|$)/

/** Returns whether the page of a path has no content before its script runs. */
export const isEmptyAtFirst = (path: string): boolean => EMPTY.test(path)

const INTENTS = ['pointerdown', 'pointermove', 'keydown', 'focusin'] as const

// A page that opens under a resting pointer gets a move event although the pointer has not moved.
const isMeant = (event: Event): boolean =>
  !(event instanceof PointerEvent) || event.type === 'pointerdown' || event.movementX !== 0 || event.movementY !== 0

/** Calls a function once, at the first interaction. Returns a function that cancels it. */
export const whenTouched = (work: () => void): (() => void) => {
  const end = () => {
    for (const type of INTENTS) removeEventListener(type, done, true)
  }
  const done = (event: Event) => {
    if (!isMeant(event)) return
    end()
    work()
  }
  for (const type of INTENTS) addEventListener(type, done, { capture: true, passive: true })
  return end
}

const PAINT = 'largest-contentful-paint'

// The browser reports the first paint before it is on the screen, so this function waits for the largest paint. It does not wait in a
// background tab, which is not painted, or in older versions of Safari, which don't report the largest paint.
const whenPainted = (work: () => void): void => {
  if (document.visibilityState === 'hidden' || !PerformanceObserver.supportedEntryTypes.includes(PAINT)) return work()
  const observer = new PerformanceObserver(() => {
    observer.disconnect()
    work()
  })
  observer.observe({ type: PAINT, buffered: true })
}

/**
 * Waits until the page is painted and the browser is idle, or until the first interaction. The visitor may have interacted before this script
 * loaded; then the browser may never report a largest paint.
 */
export const whenVisible = async (): Promise<void> =>
  new Promise((resolve) => {
    // Older versions of Firefox and Safari lack `userActivation`.
    if ((navigator as Partial<Navigator>).userActivation?.hasBeenActive === true) return resolve()
    const end = whenTouched(resolve)
    const done = () => {
      end()
      resolve()
    }
    const idle = () => {
      // Older versions of Safari lack `requestIdleCallback`.
      if ('requestIdleCallback' in window) requestIdleCallback(done, { timeout: 1500 })
      else setTimeout(done, 200)
    }
    const loaded = () => whenPainted(idle)
    if (document.readyState === 'complete') loaded()
    else addEventListener('load', loaded, { once: true })
  })

// The delay before caching, in milliseconds, so that the page itself loads first.
const LATER = 3000

/** The messages with which pages ask the service worker to cache the site; pages of the documentation send both. */
export const KEEP_SITE = 'keep-site'
export const KEEP_DOCS = 'keep-docs'

/**
 * Caches the site in the browser, if the browser supports it and the visitor has not turned on data saving. A page of the documentation also
 * caches the documentation, and at once, because it loads little itself.
 */
export const keepOffline = ({ withDocs = false } = {}): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Some browsers lack `navigator.connection`.
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
  if (connection?.saveData === true) return
  const keep = async (): Promise<void> => {
    const { installing, waiting, active } = await navigator.serviceWorker.register('/sw.js')
    const newest = installing ?? waiting ?? active
    newest?.postMessage(withDocs ? KEEP_DOCS : KEEP_SITE, [])
  }
  // Private windows of some browsers reject service workers; then the site does not work offline.
  setTimeout(() => void keep().catch(() => undefined), withDocs ? 0 : LATER)
}

/** Moves the focus to the heading of a new page, without scrolling. */
export const focusHeading = (): void => {
  const heading = document.querySelector('main h1')
  if (!(heading instanceof HTMLElement)) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
