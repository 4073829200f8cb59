import { loadAccount } from './api.ts'

/** Looks at the plan, where it may have changed while nobody looked here. */
const lookAgain = async (): Promise<void> => {
  if (document.visibilityState !== 'visible') return
  try {
    await (await loadAccount()).keeper.lookAtPlan()
  } catch {
    // Without an answer the plan stays unchanged; the next return asks again.
  }
}

let isWatching = false

const watchReturns = (): void => {
  if (isWatching) return
  isWatching = true
  const look = (): void => void lookAgain()
  // The first event comes from a tab that is shown again, the second from a window beside it.
  document.addEventListener('visibilitychange', look)
  addEventListener('focus', look)
}

/**
 * Opens a page of the payment provider in its own tab. A user who comes back to this one has
 * their plan looked at.
 */
export const openPaymentPage = (url: string): void => {
  // A tab that is opened so late may be refused: then this one goes there.
  const tab = open(url, '_blank')
  if (tab === null) return location.assign(url)
  tab.opener = null
  watchReturns()
}
