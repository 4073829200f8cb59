import { loadAccount } from './api.ts'

/** Checks the plan if the page is visible again, because the plan may have changed in the meantime. */
const refreshPlan = async (): Promise<void> => {
  if (document.visibilityState !== 'visible') return
  try {
    await (await loadAccount()).keeper.refreshPlan()
  } catch {
    // Without a response, the plan stays unchanged. The page asks again when the user next comes back to it.
  }
}

let isWatching = false

const watchReturns = (): void => {
  if (isWatching) return
  isWatching = true
  const refresh = (): void => void refreshPlan()
  // The first event occurs when this tab is shown again, the second when this window gets the focus back from another window.
  document.addEventListener('visibilitychange', refresh)
  addEventListener('focus', refresh)
}

/** Opens one of the payment provider's pages in a new tab. When the user comes back to this tab, the page reads the plan again. */
export const openPaymentPage = (url: string): void => {
  // The browser may block a tab that opens this long after the click. Then the page opens in this tab.
  const tab = open(url, '_blank')
  if (tab === null) return location.assign(url)
  tab.opener = null
  watchReturns()
}
