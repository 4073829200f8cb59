import { checkoutFailed, type Notice, toasts } from '@netbox/core'
import { loadApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'

/** What a checkout is made for. */
export interface CheckoutOrder {
  readonly priceId: string
  readonly planName: string
}

// A tab that is opened so late may be refused: then this one goes there.
const goTo = (url: string): void => {
  const tab = open(url, '_blank')
  if (tab === null) location.assign(url)
  else tab.opener = null
}

/** Starts a checkout and opens it; gives what went wrong where none could be started. */
export const startCheckout = async ({ priceId, planName }: CheckoutOrder): Promise<Notice | undefined> => {
  try {
    const client = await loadApi()
    const { url } = await client.call('subscription.checkout', { body: { priceId, planName } })
    toast('pass', toasts.redirectingToCheckout)
    goTo(url)
    return undefined
  } catch (error) {
    return checkoutFailed(error instanceof Error ? error.message : '')
  }
}
