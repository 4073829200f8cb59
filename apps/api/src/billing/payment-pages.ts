import type { Clock } from '@netbox/core'
import { HOUR, MINUTE } from '../clock.ts'
import type { Timeouts, PaymentPage, PaymentProvider } from './payment-provider.ts'
import type { Database } from '../database/database.ts'
import { type BillingCustomer, findCustomer, noteSession } from './repository.ts'
import { Refusal } from '../refusal.ts'

/** The dependencies of the pages. */
export interface PaymentPagesOptions {
  readonly database: Pick<Database, 'queries'>
  readonly provider: Pick<PaymentProvider, 'openCheckout' | 'readCheckout' | 'closeCheckout'>
  readonly clock: Pick<Clock, 'now'>
}

/** The result if the customer has already paid on the open page. The stored customer is then outdated. */
export const PAID = Symbol('paid')

/** Creates the service of payment pages. */
export const createPaymentPages = ({ database: { queries }, provider, clock }: PaymentPagesOptions) => {
  const isOpen = (page: PaymentPage | undefined): page is PaymentPage & { readonly url: string } =>
    page?.status === 'open' && page.url !== null && page.expiresAt > clock.now() + MINUTE

  /**
   * Returns the open page for this price, or `PAID` if the customer has paid on the open page. Closes an open page for another price.
   * Returns undefined if no page is left.
   */
  const openPage = async (customer: BillingCustomer, priceId: string, timeouts: Timeouts) => {
    const { session_id: id, session_price: price } = customer
    if (id === null) return undefined
    if (price !== priceId) return (await provider.closeCheckout(id, timeouts)) === 'complete' ? PAID : undefined
    const page = await provider.readCheckout(id, timeouts)
    if (isOpen(page)) return page.url
    return page?.status === 'complete' ? PAID : undefined
  }

  const open = async (customer: BillingCustomer, priceId: string, timeouts: Timeouts): Promise<string> => {
    const hour = Math.floor(clock.now() / HOUR)
    // Two concurrent requests, even in two processes, create only one page, because both have read the same count.
    const key = `netbox-checkout-${customer.id}-${priceId}-${customer.session_count}-${hour}`
    const order = { customerId: customer.id, userId: customer.user_id, priceId }
    const page = await provider.openCheckout(order, key, timeouts)
    if (!isOpen(page)) throw new Refusal('billing_failed')
    if (await noteSession(queries, customer, { id: page.id, priceId })) return page.url
    const first = await findCustomer(queries, customer.id)
    if (first?.session_id === page.id) return page.url
    // Another request has opened another page. Both could be paid, so this one is closed.
    await provider.closeCheckout(page.id, timeouts)
    throw new Refusal('busy', { retryAfter: 1 })
  }

  return {
    /** Returns the address of the open page for a price, or of a new one; `PAID` if the customer has already paid on the open page. */
    find: async (customer: BillingCustomer, priceId: string, timeouts: Timeouts): Promise<string | typeof PAID> =>
      (await openPage(customer, priceId, timeouts)) ?? open(customer, priceId, timeouts),
    /** Opens a new page and returns its address. */
    open,
  }
}
