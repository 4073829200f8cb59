import type { Timeouts, PaymentProvider, ProviderCustomer } from './payment-provider.ts'
import { deleteRow } from '../database/dialects.ts'
import type { DatabaseAndClock } from '../database/database.ts'
import { parseEmailAddress } from '../email-address.ts'
import type { CallerUser } from '../caller.ts'
import { type BillingCustomer, findCustomerOf, findUserOf, insertCustomer } from './repository.ts'
import { Refusal } from '../refusal.ts'

export interface CustomersOptions extends DatabaseAndClock {
  readonly provider: Pick<PaymentProvider, 'createCustomer' | 'listCustomers' | 'subscriptions' | 'isLive'>
}

type Buyer = Pick<CallerUser, 'id' | 'email'>

/** Creates the service of customers. A user is one customer with a test key and another one with a live key. */
export const createCustomers = ({ database, provider, clock }: CustomersOptions) => {
  const { queries, writer, engine } = database
  const find = (userId: string) => findCustomerOf(queries, userId, provider.isLive)

  const rowOf = (id: string, userId: string, gone?: BillingCustomer): BillingCustomer => ({
    id,
    user_id: userId,
    is_live: provider.isLive ? 1 : 0,
    version: 0,
    given_plan: gone?.given_plan ?? 'free',
    given_until: gone?.given_until ?? null,
    given_source: gone?.given_source ?? 'default',
    session_id: null,
    session_price: null,
    session_count: 0,
    closing_at: null,
    next_attempt_at: null,
    attempts: 0,
    created_at: clock.now(),
  })

  const kept = async (userId: string): Promise<BillingCustomer> => {
    const customer = await find(userId)
    // A user whose account was just deleted can't buy a plan.
    if (customer === undefined || customer.closing_at !== null) throw new Refusal('billing_failed')
    return customer
  }

  const ownerOf = ({ email, userId }: ProviderCustomer): Promise<string | undefined> =>
    findUserOf(queries, { userId, emailKey: parseEmailAddress(email)?.key ?? '' })

  /** Assigns a customer at the provider to its user; undefined if there is no such user, or if the user is another customer already. */
  const assign = async (customer: ProviderCustomer): Promise<BillingCustomer | undefined> => {
    const owner = await ownerOf(customer)
    if (owner === undefined) return undefined
    await insertCustomer(writer, engine, rowOf(customer.id, owner))
    const known = await find(owner)
    return known?.id === customer.id ? known : undefined
  }

  const firstPaying = async (own: readonly ProviderCustomer[], timeouts: Timeouts) => {
    for (const customer of own) {
      const subscriptions = (await provider.subscriptions(customer.id, timeouts)) ?? []
      if (subscriptions.some(({ status }) => status !== 'canceled')) return customer
    }
    return undefined
  }

  return {
    find,
    assign,
    /**
     * Finds customers that the provider already has for a user, by email address. After the restore of a backup, the database may lack
     * them.
     */
    adopt: async (user: Buyer, timeouts: Timeouts): Promise<BillingCustomer | undefined> => {
      const own: ProviderCustomer[] = []
      for (const customer of await provider.listCustomers(user.email, timeouts))
        if ((await ownerOf(customer)) === user.id) own.push(customer)
      const paying = own.length > 1 ? await firstPaying(own, timeouts) : undefined
      const customer = paying ?? own[0]
      return customer && assign(customer)
    },
    /** Creates a customer for a user who has none. */
    create: async (user: Buyer, timeouts: Timeouts): Promise<BillingCustomer> => {
      const id = await provider.createCustomer(user, `netbox-customer-${user.id}`, timeouts)
      await insertCustomer(writer, engine, rowOf(id, user.id))
      return kept(user.id)
    },
    /** Replaces a customer that the provider no longer knows. */
    replace: async (user: Buyer, gone: BillingCustomer, timeouts: Timeouts): Promise<BillingCustomer> => {
      // With the idempotency key of the first customer, the provider would return that customer again.
      const id = await provider.createCustomer(user, `netbox-customer-${user.id}-after-${gone.id}`, timeouts)
      await database.transaction(async (transaction) => {
        await deleteRow(transaction, 'billing_customers', gone.id)
        await insertCustomer(transaction, engine, rowOf(id, user.id, gone))
      })
      return kept(user.id)
    },
  }
}

export type Customers = ReturnType<typeof createCustomers>
