// A restarting server is back by then.
const PAUSE = 1000

const pause = async (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, PAUSE))

/** Code that is missing for good must not cause a loop: a page that came by a reload does not reload itself. */
const isReloaded = (): boolean =>
  // The entries of this type are of this class.
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'reload'

/**
 * Loads code that a page can't do without, and tries a second time after a moment. If that fails too, the page is probably older than
 * the site, whose old files are gone: it reloads, once, with its whole address. A visitor who has gone to another page stays there.
 * Rejects when a reload can't help; the page then says so.
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
    // It rejects if the site does not answer: a reload would replace the page with the browser's own error page.
    if (isWanted() && !isReloaded() && (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok)
      location.reload()
    throw error
  }
}
