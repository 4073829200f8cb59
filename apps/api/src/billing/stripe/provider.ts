import type { Clock } from '@netbox/core'
import type { Stripe } from 'stripe'
import type {
  PaymentPage,
  PaymentProvider,
  ProviderCustomer,
  ProviderSubscription,
  RefundedPayment,
  Timeouts,
} from '../payment-provider.ts'
import { readSignedEvent } from './events.ts'
import { asProviderFailure, createStripe, once, orFailure, orMissing, within } from './calls.ts'

export interface StripeOptions {
  readonly secretKey: string
  readonly webhookSecrets: readonly string[]
  /** Scheme, host and port; default: Stripe's. */
  readonly apiBase: string | undefined
  /** The portal's configuration; default: the account's. */
  readonly portalConfiguration: string | undefined
  readonly clock: Clock
  /** The address of the web app, to which payment pages return. */
  readonly publicUrl: string
}

/** The maximum number of subscriptions in one list. netbox never creates more for a customer. */
const MOST = 100

const milliseconds = (seconds: number): number => seconds * 1000
const idOf = (value: string | { readonly id: string }): string => (typeof value === 'string' ? value : value.id)

/** The references that `subscriptionOf` reads. */
const EXPANDED = ['data.latest_invoice', 'data.schedule']

/** Returns a customer that this service created; undefined for a deleted one, or one of another product. */
const customerOf = (customer: Stripe.Customer | Stripe.DeletedCustomer): ProviderCustomer | undefined => {
  if (customer.deleted) return undefined
  const { id, email, metadata } = customer
  const userId = metadata['netbox_user']
  return userId === undefined ? undefined : { id, email: email ?? '', userId }
}

const subscriptionOf = (subscription: Stripe.Subscription): ProviderSubscription | undefined => {
  const [item] = subscription.items.data
  if (item === undefined) return undefined
  const { id, status, latest_invoice: invoice, schedule } = subscription
  const phases = schedule === null || typeof schedule === 'string' ? [] : schedule.phases
  const next = phases.find(({ start_date: start }) => start >= item.current_period_end)?.items[0]?.price
  const cancelAt = subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null)
  return {
    id,
    itemId: item.id,
    status,
    priceId: item.price.id,
    periodStart: milliseconds(item.current_period_start),
    periodEnd: milliseconds(item.current_period_end),
    cancelAt: cancelAt === null ? null : milliseconds(cancelAt),
    invoicedAt: invoice === null || typeof invoice === 'string' ? null : milliseconds(invoice.created),
    hasSchedule: schedule !== null,
    nextPriceId: next === undefined ? null : idOf(next),
  }
}

const pageStatus = (status: string | null): PaymentPage['status'] =>
  status === 'open' || status === 'complete' ? status : 'expired'

const pageOf = ({ id, status, url, expires_at: end }: Stripe.Checkout.Session): PaymentPage => ({
  id,
  status: pageStatus(status),
  url,
  expiresAt: milliseconds(end),
})

const invoiceOf = async (stripe: Stripe, payment: string, timeouts: Timeouts): Promise<Stripe.Invoice | undefined> => {
  const { data } = await stripe.invoicePayments.list(
    { payment: { type: 'payment_intent', payment_intent: payment }, limit: 1, expand: ['data.invoice'] },
    within(timeouts),
  )
  const invoice = data[0]?.invoice
  return typeof invoice === 'object' && !('deleted' in invoice && invoice.deleted) ? invoice : undefined
}

const refundedPayment = async (
  stripe: Stripe,
  id: string,
  timeouts: Timeouts,
): Promise<RefundedPayment | undefined> => {
  const charge = await stripe.charges.retrieve(id, {}, within(timeouts))
  if (!charge.refunded || charge.payment_intent === null) return undefined
  const invoice = await invoiceOf(stripe, idOf(charge.payment_intent), timeouts)
  const subscription = invoice?.parent?.subscription_details?.subscription
  if (invoice === undefined || subscription === undefined) return undefined
  // An upgrade within a period is paid by prorations alone. Their refund leaves the subscription as it is.
  const periods = invoice.lines.data.filter(({ parent }) => parent?.subscription_item_details?.proration !== true)
  if (periods.length === 0) return undefined
  const ends = periods.map(({ period }) => milliseconds(period.end))
  return { subscriptionId: idOf(subscription), paidUntil: Math.max(0, ...ends) }
}

const purchaseOf = (
  { customerId, userId, priceId }: Parameters<PaymentProvider['openCheckout']>[0],
  publicUrl: string,
): Stripe.Checkout.SessionCreateParams => ({
  mode: 'subscription',
  customer: customerId,
  client_reference_id: userId,
  line_items: [{ price: priceId, quantity: 1 }],
  subscription_data: { metadata: { netbox_user: userId } },
  success_url: `${publicUrl}/dashboard?checkout=success`,
  cancel_url: `${publicUrl}/pricing?checkout=canceled`,
})

const confirmationOf = (
  { subscription, priceId }: NonNullable<Parameters<PaymentProvider['openPortal']>[1]>,
  publicUrl: string,
): Stripe.BillingPortal.SessionCreateParams.FlowData => ({
  type: 'subscription_update_confirm',
  subscription_update_confirm: {
    subscription: subscription.id,
    items: [{ id: subscription.itemId, price: priceId, quantity: 1 }],
  },
  after_completion: { type: 'redirect', redirect: { return_url: `${publicUrl}/dashboard?checkout=success` } },
})

export const createStripeProvider = (options: StripeOptions): PaymentProvider => {
  const { secretKey, webhookSecrets, apiBase, portalConfiguration, clock, publicUrl } = options
  const stripe = createStripe(secretKey, apiBase)
  const { sessions } = stripe.checkout
  return {
    isLive: /^[a-z]+_live_/.test(secretKey),

    createCustomer: async ({ id, email }, idempotencyKey, timeouts) => {
      const parameters = { email, metadata: { netbox_user: id } }
      const create = () => stripe.customers.create(parameters, { ...within(timeouts), idempotencyKey })
      return (await once(clock, timeouts, create)).id
    },

    listCustomers: async (email, timeouts) => {
      const { data } = await orFailure(stripe.customers.list({ email, limit: MOST }, within(timeouts)))
      return data.map(customerOf).filter((customer) => customer !== undefined)
    },

    deleteCustomer: async (id, timeouts) => {
      await orMissing(stripe.customers.del(id, {}, within(timeouts)))
    },

    subscriptions: async (customer, timeouts) => {
      const parameters = {
        customer,
        status: 'all' as const,
        limit: MOST,
        expand: ['data.latest_invoice', 'data.schedule'],
      }
      const found = await orMissing(stripe.subscriptions.list(parameters, within(timeouts)))
      return found?.data.map(subscriptionOf).filter((subscription) => subscription !== undefined)
    },

    async *activeSubscriptions(timeouts) {
      const expand = [...EXPANDED, 'data.customer']
      for (let after: string | undefined, hasMore = true; hasMore;) {
        const parameters = { limit: MOST, expand, ...(after === undefined ? {} : { starting_after: after }) }
        const page = await orFailure(stripe.subscriptions.list(parameters, within(timeouts)))
        for (const each of page.data) {
          const customer = typeof each.customer === 'string' ? undefined : customerOf(each.customer)
          const subscription = subscriptionOf(each)
          if (customer !== undefined && subscription !== undefined) yield { customer, subscription }
        }
        after = page.data.at(-1)?.id
        hasMore = page.has_more
      }
    },

    openCheckout: async (order, idempotencyKey, timeouts) => {
      const parameters = purchaseOf(order, publicUrl)
      return pageOf(
        await once(clock, timeouts, () => sessions.create(parameters, { ...within(timeouts), idempotencyKey })),
      )
    },

    readCheckout: async (id, timeouts) => {
      const found = await orMissing(sessions.retrieve(id, {}, within(timeouts)))
      return found && pageOf(found)
    },

    closeCheckout: async (id, timeouts) => {
      try {
        return pageOf(await sessions.expire(id, {}, within(timeouts))).status
      } catch (error) {
        const failure = asProviderFailure(error)
        if (failure.kind !== 'refused' && failure.kind !== 'missing') throw failure
        // Only an open page can be closed; this one was paid in the meantime, or has expired.
        const found = await orMissing(sessions.retrieve(id, {}, within(timeouts)))
        return found === undefined ? 'expired' : pageOf(found).status
      }
    },

    openPortal: async (customer, change, timeouts) => {
      const parameters = {
        customer,
        return_url: `${publicUrl}/dashboard`,
        ...(portalConfiguration === undefined ? {} : { configuration: portalConfiguration }),
        ...(change === undefined ? {} : { flow_data: confirmationOf(change, publicUrl) }),
      }
      return (await orFailure(stripe.billingPortal.sessions.create(parameters, within(timeouts)))).url
    },

    endSubscription: async (id, timeouts) => {
      await orMissing(stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }, within(timeouts)))
    },

    refundedPayment: (chargeId, timeouts) => orFailure(refundedPayment(stripe, chargeId, timeouts)),

    readEvent: (payload, signature) =>
      readSignedEvent(payload, signature, { secrets: webhookSecrets, now: clock.now() }),
  }
}
