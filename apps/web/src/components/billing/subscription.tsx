import { type Failure, useAction } from '../../lib/session/requests.ts'
import { billingNotices, billingTexts } from '../../texts/billing.ts'
import { Button } from '../ui/button.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { loadAccount } from '../../lib/session/load-account.ts'
import { useEffect } from 'react'
import { createStore } from '../../lib/page/store.ts'

/** Checks the plan if the page is visible again, because the plan may have changed in the meantime. */
const refreshPlan = async (): Promise<void> => {
  if (document.visibilityState !== 'visible') return
  try {
    await (await loadAccount()).keeper.refreshPlan()
  } catch {
    // Without a response, the plan stays unchanged. The page asks again when the user next comes back to it.
  }
}

const refresh = (): void => void refreshPlan()

// The browser adds the same listener only once.
const watchReturns = (): void => {
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

/** The outcome of a checkout when a user returns from the payment provider. */
export type CheckoutReturn = 'success' | 'canceled'

const NAME = 'checkout'

/** Reads the outcome of a checkout from the query of an address. */
export const readCheckoutReturn = (search: string): CheckoutReturn | undefined => {
  const value = new URLSearchParams(search).get(NAME)
  return value === 'success' || value === 'canceled' ? value : undefined
}

/** Returns the query of an address without the outcome of a checkout. */
export const withoutCheckoutReturn = (search: string): string => {
  const query = new URLSearchParams(search)
  query.delete(NAME)
  const rest = query.toString()
  return rest === '' ? '' : `?${rest}`
}

// The outcome is in a store, because it is unknown during prerendering and hydration.
const returned = createStore<CheckoutReturn | undefined>(undefined)

/**
 * Returns the outcome of a checkout until the user leaves the page, and removes it from the address, so that a reload or a shared link
 * doesn't show it again.
 */
export const useCheckoutReturn = (): CheckoutReturn | undefined => {
  useEffect(() => {
    const { search, pathname, hash } = location
    const found = readCheckoutReturn(search)
    if (found !== undefined) {
      returned.set(found)
      history.replaceState(history.state, '', `${pathname}${withoutCheckoutReturn(search)}${hash}`)
    }
    return () => returned.set(undefined)
  }, [])
  return returned.use()
}

const noticeOf = ({ code, message }: Failure) =>
  code === 'not_subscribed' ? billingNotices.nothingToManage : billingNotices.notOpened(message)

/** Opens the payment provider's page on which a subscription is changed or cancelled. */
export const ManageSubscription = () => {
  const { isBusy, problem, perform } = useAction()
  const open = async (): Promise<void> =>
    perform(async (client) => openPaymentPage(await client.call('subscription.portal')), { onFailure: noticeOf })
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 [&>div:not(:empty)]:basis-full">
      <Button isSmall aria-disabled={isBusy} onClick={() => void open()}>
        {isBusy ? billingTexts.manageBusy : billingTexts.manage}
      </Button>
      <p className="text-sm text-ink-2">{billingTexts.manageHint}</p>
      <FormAlert notice={problem} />
    </div>
  )
}
