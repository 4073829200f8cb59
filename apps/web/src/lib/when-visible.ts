/** The pages whose content their script creates: those behind sign-in, and the embedded card. */
const EMPTY = /^\/(?:dashboard|tools|admin|embed)(?:\/|$)/

/** Returns whether the page of a path has no content before its script runs. */
export const isEmptyAtFirst = (path: string): boolean => EMPTY.test(path)

const INTENTS = ['pointerdown', 'pointermove', 'keydown', 'focusin'] as const

// A page that opens under a resting pointer gets a move event without a movement.
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

// The first paint is reported before it is on the screen, the largest when it is visible. A tab in the background is not painted, and
// nobody waits for it. Only recent versions of Safari report the largest paint.
const whenPainted = (work: () => void): void => {
  if (document.visibilityState === 'hidden' || !PerformanceObserver.supportedEntryTypes.includes(PAINT)) return work()
  const observer = new PerformanceObserver(() => {
    observer.disconnect()
    work()
  })
  observer.observe({ type: PAINT, buffered: true })
}

/** Waits until the page is painted and the browser idle, or until the first interaction. */
export const whenVisible = async (): Promise<void> =>
  new Promise((resolve) => {
    const end = whenTouched(resolve)
    const done = () => {
      end()
      resolve()
    }
    const idle = () => {
      // Older versions of Safari lack it.
      if ('requestIdleCallback' in window) requestIdleCallback(done, { timeout: 1500 })
      else setTimeout(done, 200)
    }
    const loaded = () => whenPainted(idle)
    if (document.readyState === 'complete') loaded()
    else addEventListener('load', loaded, { once: true })
  })
