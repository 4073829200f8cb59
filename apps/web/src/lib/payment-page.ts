import { loadAccount } from './api.ts'

/** Reads the plan again, which may have changed while the page was hidden. */
const refreshPlan = async (): Promise<void> => {
  if (document.visibilityState !== 'visible') return
  try {
    await (await loadAccount()).keeper.refreshPlan()
  } catch {
    // Without an answer the plan stays unchanged; the next return asks again.
  }
}

let isWatching = false

const watchReturns = (): void => {
  if (isWatching) return
  isWatching = true
  const refresh = (): void => void refreshPlan()
  // The first event comes from a tab that is shown again, the second from a window beside it.
  document.addEventListener('visibilitychange', refresh)
  addEventListener('focus', refresh)
}

/**
 * Opens a page of the payment provider in its own tab. A user who comes back to this one has
 * their plan read again.
 */
export const openPaymentPage = (url: string): void => {
  // A tab that is opened so late may be refused: then this one goes there.
  const tab = open(url, '_blank')
  if (tab === null) return location.assign(url)
  tab.opener = null
  watchReturns()
}
