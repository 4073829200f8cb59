// A server that restarts is back by then.
const PAUSE = 1000
const RELOADED_KEY = 'netbox_reloaded'
/** A tab reloads a page at most once in this time, in milliseconds: code that is missing for good must not cause a loop. */
const RELOAD_INTERVAL = 60_000

const pause = async (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, PAUSE))

const takeReload = (): boolean => {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) < RELOAD_INTERVAL) return false
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
    return true
  } catch {
    // Without storage a loop could not be noticed.
    return false
  }
}

/** Without an answer, a reload would replace the page with the browser's own error page. */
const siteAnswers = async (): Promise<boolean> =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

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
    if (isWanted() && (await siteAnswers()) && isWanted() && takeReload()) location.reload()
    throw error
  }
}
