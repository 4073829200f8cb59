// The pause before the second try, in milliseconds: a restarting server is back by then.
const PAUSE = 1000

/** Code of the site could not be loaded. */
export class MissingCode extends Error {
  override readonly name = 'MissingCode'
}

/** Loads code, with a second try after a pause. */
export const loadCode = async <Code>(load: () => Promise<Code>): Promise<Code> => {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => void setTimeout(resolve, PAUSE))
  }
  try {
    return await load()
  } catch (cause) {
    throw new MissingCode('Code of the site could not be loaded.', { cause })
  }
}

/**
 * Shows or hides the error text in index.html, which says that the page failed and has a link to reload it. The text needs no further code,
 * which may also fail to load.
 */
export const showPageFailure = (isShown: boolean): void =>
  void document.querySelector('.page-failure')?.toggleAttribute('hidden', !isShown)

/** Returns whether the page was reloaded. Such a page does not reload itself, because permanently missing code would cause a loop. */
const isReloaded = (): boolean =>
  // The cast is safe, because all entries of the type 'navigation' have this class.
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'reload'

/** Returns whether the site responds. Otherwise, a reload would replace the page with the browser's error page. */
const siteResponds = async (): Promise<boolean> => {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/**
 * Shows that the page failed. If its code is missing, the page is probably older than the site, which no longer has the old files: the page
 * then reloads once, with its whole address. A visitor who has gone to another page stays there.
 */
export const failPage = async (error: unknown): Promise<void> => {
  showPageFailure(true)
  if (!(error instanceof MissingCode) || isReloaded()) return
  const { href } = location
  if ((await siteResponds()) && location.href === href) location.reload()
}
