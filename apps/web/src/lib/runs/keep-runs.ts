import type { ToolRun } from '@netbox/core'
import { currentSession, followSession } from '../session/session.ts'
import { storeRun } from './own-runs.ts'

// If the report fails, a later one includes its runs.
const save = (): void => {
  if (currentSession().user !== undefined)
    void import('./save-runs.ts').then(({ saveRuns }) => saveRuns()).catch(() => undefined)
}

/** Stores a finished run in this browser. If the user is signed in, also reports it to the account's history. */
export const keepRun = (run: ToolRun, subject: string): void => {
  storeRun(run, subject)
  save()
}

/**
 * Saves the queued runs and loads the day's counters from the account: when a session starts or is restored, when the browser is online
 * again, and when the user returns to the page.
 */
export const listenForSession = (): void => {
  let saved: string | undefined
  followSession(() => {
    const { user, isUnanswered } = currentSession()
    const id = isUnanswered === true ? undefined : user?.id
    if (id !== saved && id !== undefined) save()
    saved = id
  })
  addEventListener('online', save)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') save()
  })
}
