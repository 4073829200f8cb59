import { checkoutFailed, type Notice, toasts } from '@netbox/product'
import { loadApi } from '../../lib/api.ts'
import { openPaymentPage } from '../../lib/payment-page.ts'
import { toast } from '../../lib/toasts.ts'

/** The purpose of a checkout. */
export interface CheckoutOrder {
  readonly priceId: string
  readonly planName: string
}

/** Starts a checkout and opens it; returns the error if it could not start. */
export const startCheckout = async ({ priceId, planName }: CheckoutOrder): Promise<Notice | undefined> => {
  try {
    const client = await loadApi()
    const { url } = await client.call('subscription.checkout', { body: { priceId, planName } })
    toast('pass', toasts.redirectingToCheckout)
    openPaymentPage(url)
    return undefined
  } catch (error) {
    return checkoutFailed(error instanceof Error ? error.message : '')
  }
}
