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

/**
 * Opens the payment provider's page that a response contains in a new tab. When the user comes back to this tab, the page reads the plan
 * again. Throws with the response's `error` if the response has no `url` (spec §7).
 */
export const openPaymentPage = ({ url, error }: { readonly url?: unknown; readonly error?: unknown }): void => {
  if (typeof url !== 'string' || url === '')
    throw Object.assign(new Error(typeof error === 'string' ? error : ''), { code: 'no_payment_page' })
  // The browser may block a tab that opens this long after the click. Then the page opens in this tab.
  const tab = open(url, '_blank')
  if (tab === null) return location.assign(url)
  tab.opener = null
  watchReturns()
}
