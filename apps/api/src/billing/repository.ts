import type { Database, Queries, Reader } from '../database/database.ts'
import { insertIgnore, insertRow, writesOne } from '../database/dialects.ts'
import type { BillingCustomerTable, BillingSubscriptionTable } from '../schema.ts'
import { isoTime, isoTimeOrNull } from '../clock.ts'

/** A customer as stored. */
export type BillingCustomer = BillingCustomerTable

/** Finds a customer by the provider's id. */
export const findCustomer = (queries: Reader, id: string) =>
  queries.selectFrom('billing_customers').selectAll().where('id', '=', id).executeTakeFirst()

/** Finds a user's customer, in live or test mode. */
export const findCustomerOf = (queries: Reader, userId: string, isLive: boolean) =>
  queries
    .selectFrom('billing_customers')
    .selectAll()
    .where('user_id', '=', userId)
    .where('is_live', '=', isLive ? 1 : 0)
    .executeTakeFirst()

/** Adds a customer unless the user already has one. */
export const insertCustomer = (queries: Queries, engine: Database['engine'], row: BillingCustomer): Promise<boolean> =>
  insertIgnore(queries, engine, 'billing_customers', row)

/**
 * Changes a customer if it is unchanged since it was read; false if another process was first. The row stays locked until the transaction
 * ends.
 */
export const changeCustomer = (
  queries: Queries,
  { id, version }: Pick<BillingCustomer, 'id' | 'version'>,
  change: Partial<Omit<BillingCustomer, 'id' | 'version' | 'user_id'>>,
): Promise<boolean> =>
  writesOne(
    queries
      .updateTable('billing_customers')
      .set({ ...change, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version),
  )

/** Records the opened payment page; false if another one was recorded since the customer was read. */
export const noteSession = (
  queries: Queries,
  { id, session_count: count }: Pick<BillingCustomer, 'id' | 'session_count'>,
  session: { readonly id: string; readonly priceId: string },
): Promise<boolean> =>
  writesOne(
    queries
      .updateTable('billing_customers')
      .set({ session_id: session.id, session_price: session.priceId, session_count: count + 1 })
      .where('id', '=', id)
      .where('session_count', '=', count),
  )

/** Returns whether an event has already been processed. */
export const isKnownEvent = async (queries: Reader, id: string): Promise<boolean> =>
  (await queries.selectFrom('billing_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Replaces the stored subscriptions of a customer with the fetched ones. */
export const replaceSubscriptions = async (
  queries: Queries,
  customerId: string,
  rows: readonly BillingSubscriptionTable[],
): Promise<void> => {
  await queries.deleteFrom('billing_subscriptions').where('customer_id', '=', customerId).execute()
  for (const row of rows) await insertRow(queries, 'billing_subscriptions', row)
}

/** Lists the known subscriptions in live or test mode, of one user or of all. */
export const listSubscriptions = (queries: Reader, isLive: boolean, userId?: string) =>
  queries
    .selectFrom('billing_subscriptions')
    .innerJoin('billing_customers', 'billing_customers.id', 'billing_subscriptions.customer_id')
    .selectAll('billing_subscriptions')
    .where('billing_customers.is_live', '=', isLive ? 1 : 0)
    .$if(userId !== undefined, (rows) => rows.where('billing_customers.user_id', '=', userId ?? ''))
    .execute()

/** Finds the user of a customer at the provider: by id, or else by a confirmed email address. */
export const findUserOf = async (
  queries: Reader,
  { userId, emailKey }: { readonly userId: string; readonly emailKey: string },
): Promise<string | undefined> => {
  const users = queries.selectFrom('users').select('id')
  const owner = await users.where('id', '=', userId).executeTakeFirst()
  const found =
    owner ?? users.where('email_key', '=', emailKey).where('confirmed_at', 'is not', null).executeTakeFirst()
  return (await found)?.id
}

/** Reads the plan of a profile. Undefined if the profile no longer exists. */
export const readPlan = (queries: Reader, userId: string) =>
  queries
    .selectFrom('profiles')
    .select(['plan', 'plan_expires_at', 'plan_source'])
    .where('id', '=', userId)
    .executeTakeFirst()

/** Lists customers whose deletion at the provider is due. */
export const listClosing = (queries: Reader, isLive: boolean, now: number): Promise<BillingCustomer[]> =>
  queries
    .selectFrom('billing_customers')
    .selectAll()
    .where('closing_at', 'is not', null)
    .where('is_live', '=', isLive ? 1 : 0)
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(20)
    .execute()

/** Lists billing's records of a user, for the export of the user's data. */
export const billingRecords = async (queries: Reader, userId: string): Promise<Record<string, unknown>[]> => {
  const records = await queries
    .selectFrom('billing_customers')
    .leftJoin('billing_subscriptions', 'billing_subscriptions.customer_id', 'billing_customers.id')
    .select([
      'billing_customers.id as customer',
      'billing_customers.created_at',
      'billing_subscriptions.id as subscription',
      'billing_subscriptions.status',
      'billing_subscriptions.plan',
      'billing_subscriptions.price_id as price',
      'billing_subscriptions.period_end',
      'billing_subscriptions.is_ending',
    ])
    .where('billing_customers.user_id', '=', userId)
    .execute()
  return records.map(({ created_at, period_end, is_ending, ...record }) => ({
    ...record,
    customer_since: isoTime(created_at),
    period_end: isoTimeOrNull(period_end),
    ends_with_period: is_ending === 1,
  }))
}
