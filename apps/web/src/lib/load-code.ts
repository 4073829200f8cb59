// The pause before the second try, in milliseconds: a restarting server is back by then.
const PAUSE = 1000

const pause = async (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, PAUSE))

/** Returns whether the page was reloaded. Such a page does not reload itself, because permanently missing code would cause a loop. */
const isReloaded = (): boolean =>
  // The cast is safe, because all entries of the type 'navigation' have this class.
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'reload'

/**
 * Loads code that a page requires, with a second try after a pause. If the second try fails too, the page is probably older than the site,
 * which no longer has the old files: the page reloads once, with its whole address. A visitor who has gone to another page stays there.
 * Rejects if a reload can't help; the page then shows an error.
 */
export const loadCode = async <Code>(
  load: () => Promise<Code>,
  isWanted: () => boolean = () => true,
): Promise<Code> => {
  try {
    return await load()
  } catch {
    await pause()
  }
  try {
    return await load()
  } catch (error) {
    // If the site does not respond, this request rejects and prevents the reload, which would replace the page with the browser's error
    // page.
    if (isWanted() && !isReloaded() && (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok)
      location.reload()
    throw error
  }
}
