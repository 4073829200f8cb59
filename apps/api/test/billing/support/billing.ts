import { fakeClock } from '@netbox/core/testing'
import type {
  PaymentPage,
  PaymentProvider,
  ProviderCustomer,
  ProviderEvent,
  ProviderSubscription,
} from '../../../src/billing/payment-provider.ts'
import type { Database } from '../../../src/database/database.ts'
import { createBilling } from '../../../src/billing/service.ts'
import type { Order } from '../../../src/billing/checkout.ts'
import type { BillingCustomer } from '../../../src/billing/repository.ts'
import type { CallerUser } from '../../../src/caller.ts'
import { newId } from '../../../src/random.ts'
import { addUser } from '../../support/rows.ts'

const HOUR = 60 * 60_000
const SIGNED = 'signed'

/** The provider's calls: the name, and the arguments without the timeouts. */
export type Asked = readonly [call: keyof PaymentProvider, ...values: unknown[]]

/** Creates billing over a database, with a provider in memory. Tests can replace each part of the provider. */
export const billingOn = (database: Database, parts: Partial<PaymentProvider> = {}) => {
  const clock = fakeClock()
  const asked: Asked[] = []
  const pages = new Map<string, PaymentPage>()
  const subscriptions: ProviderSubscription[] = []
  const outcomes: unknown[] = []
  const warnings: unknown[] = []
  const note = (...call: Asked): void => void asked.push(call)
  const openPage = (): PaymentPage => {
    const id = `cs_${newId()}`
    const page = { id, status: 'open', url: `https://pay.example/${id}`, expiresAt: clock.now() + 24 * HOUR } as const
    pages.set(id, page)
    return page
  }
  const customers: ProviderCustomer[] = []
  const provider: PaymentProvider = {
    isLive: false,
    listCustomers: async (email) => customers.filter((customer) => customer.email === email),
    async *activeSubscriptions() {
      for (const customer of customers) for (const subscription of subscriptions) yield { customer, subscription }
    },
    createCustomer: async ({ id, email }, key) => {
      note('createCustomer', { id, email }, key)
      return `cus_${newId()}`
    },
    deleteCustomer: async (id) => note('deleteCustomer', id),
    subscriptions: async (customer) => {
      note('subscriptions', customer)
      return [...subscriptions]
    },
    openCheckout: async (order, key) => {
      note('openCheckout', order, key)
      return openPage()
    },
    readCheckout: async (id) => pages.get(id),
    closeCheckout: async (id) => {
      note('closeCheckout', id)
      return pages.get(id)?.status === 'complete' ? 'complete' : 'expired'
    },
    openPortal: async (customer, change) => {
      note('openPortal', customer, change)
      return 'https://portal.example/'
    },
    endSubscription: async (id) => note('endSubscription', id),
    refundedPayment: async (charge) => {
      note('refundedPayment', charge)
      return undefined
    },
    // Only `tell` below writes events.
    readEvent: (payload, signature) => (signature === SIGNED ? (JSON.parse(payload) as ProviderEvent) : undefined),
    ...parts,
  }
  const billing = createBilling({
    database,
    provider,
    clock,
    prices: { pro: { monthly: 'price_pro' }, enterprise: { monthly: 'price_enterprise' } },
    log: { warn: (fields, message) => void warnings.push([fields, message]) },
    counted: { inc: (labels) => void outcomes.push(labels) },
  })
  return {
    reconciliation: billing.reconciliation,
    checkout: (user: CallerUser, order: Order) => billing.checkout(user, order),
    portal: (user: CallerUser) => billing.portal(user),
    receive: (event: string, signature: string | undefined) => billing.receive(event, signature),
    clock,
    /** Customers at the provider that the database doesn't know. */
    customers,
    /** The subscriptions at the provider. */
    subscriptions,
    /** The counted outcomes of events. */
    outcomes,
    warnings,
    /** Sends a signed event. */
    tell: (given: Partial<ProviderEvent>): Promise<void> => {
      const event: ProviderEvent = {
        id: `evt_${newId()}`,
        type: 'invoice.paid',
        isLive: false,
        objectId: undefined,
        customerId: undefined,
        ...given,
      }
      return billing.receive(JSON.stringify(event), SIGNED)
    },
    /** Returns the arguments of the provider's calls with a name, in order. */
    asked: (call: keyof PaymentProvider): readonly (readonly unknown[])[] =>
      asked.filter(([name]) => name === call).map(([, ...values]) => values),
    /** Changes the page on which a customer pays. */
    change: (url: string, given: Partial<PaymentPage>): void => {
      const id = url.split('/').at(-1) ?? ''
      const page = pages.get(id)
      if (page === undefined) throw new Error(`There is no page ${url}`)
      pages.set(id, { ...page, ...given })
    },
    customerOf: async ({ id }: Pick<CallerUser, 'id'>): Promise<BillingCustomer> =>
      database.queries.selectFrom('billing_customers').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow(),
    buy: (user: CallerUser, priceId = 'price_pro') => billing.checkout(user, { priceId, planName: 'Pro' }),
  }
}

/** Adds a user who may buy a plan. */
export const addBuyer = async (database: Database): Promise<CallerUser> => {
  const id = await addUser(database)
  return { id, email: `${id}@example.com`, plan: 'free', isAdmin: false }
}
