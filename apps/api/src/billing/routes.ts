import type { Database } from '../database/database.ts'
import type { Routes } from '../http/handler.ts'
import { type Billing, startCheckout, type SubscriptionInfo } from './service.ts'
import type { CallerUser } from '../caller.ts'
import { isoTimeOrNull } from '../clock.ts'
import { listSubscriptions, readPlan } from './repository.ts'
import { Refusal } from '../refusal.ts'

const notSubscribed: SubscriptionInfo = {
  subscribed: false,
  subscription_tier: null,
  subscription_end: null,
  subscription_renews: false,
  subscription_past_due: false,
  subscription_next_tier: null,
}

/** Creates the function that reads a user's subscription from stored data. A plan from an admin counts as subscribed. */
export const createStatus =
  ({ queries }: Pick<Database, 'queries'>, isLive: boolean) =>
  async ({ id, plan }: Pick<CallerUser, 'id' | 'plan'>): Promise<SubscriptionInfo> => {
    if (plan === 'free') return notSubscribed
    const profile = await readPlan(queries, id)
    const until = profile?.plan_expires_at ?? null
    const shown = (end: number | null, future: Partial<SubscriptionInfo> = {}): SubscriptionInfo => ({
      ...notSubscribed,
      subscribed: true,
      subscription_tier: plan,
      subscription_end: isoTimeOrNull(end),
      ...future,
    })
    if (profile?.plan_source !== 'billing' || until === null) return shown(until)
    // The plan lasts some days longer than its period, in case events arrive late. Users see the end of the period.
    const held = (await listSubscriptions(queries, isLive, id)).filter(
      ({ plan: bought, access_until: access }) => bought === plan && access === until,
    )
    if (held.length === 0) return shown(until)
    const end = Math.max(...held.map(({ period_end: period }) => period))
    const going = held.filter(({ status, is_ending: isEnding }) => isEnding === 0 && status !== 'past_due')
    return shown(Math.min(until, end), {
      subscription_renews: going.length > 0,
      subscription_past_due: going.length === 0 && held.some(({ status }) => status === 'past_due'),
      subscription_next_tier: going[0]?.next_plan ?? null,
    })
  }

export interface BillingRoutesOptions {
  readonly database: Database
  /** Absent if no payment provider is configured; routes that need it then return an error. */
  readonly billing: Billing | undefined
  /** Whether subscriptions use real money. */
  readonly isLive: boolean
}

const notSetUp = (): Refusal =>
  new Refusal('billing_unavailable', { message: 'Payments are not set up on this server.' })

/** Creates the routes of subscriptions. */
export const billingRoutes = ({ database, billing, isLive }: BillingRoutesOptions) => {
  const status = createStatus(database, isLive)
  return {
    'subscription.status': async ({ state: { caller } }) => ({ data: await status(caller.user) }),
    'subscription.checkout': async ({ state: { caller, body } }) => ({
      url: await startCheckout(billing, caller.user, body),
    }),
    'subscription.portal': async ({ state: { caller } }) => {
      if (billing === undefined) throw notSetUp()
      return { url: await billing.portal(caller.user) }
    },
    'subscription.webhook': async (ctx) => {
      if (billing === undefined) throw notSetUp()
      await billing.receive(ctx.state.body, ctx.get('Stripe-Signature') || undefined)
      return { received: true }
    },
  } satisfies Routes
}
