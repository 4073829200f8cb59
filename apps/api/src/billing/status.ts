import type { Database } from '../database/database.ts'
import type { CallerUser } from '../caller.ts'
import { isoTimeOrNull } from '../iso-time.ts'
import type { SubscriptionInfo } from './billing.ts'
import { readPlan, subscriptionsOf } from './repository.ts'

const notSubscribed: SubscriptionInfo = {
  subscribed: false,
  subscription_tier: null,
  subscription_end: null,
  subscription_renews: false,
}

/** Creates the function that reads a user's subscription from stored data. A plan from an admin counts as subscribed. */
export const createStatus =
  ({ queries }: Pick<Database, 'queries'>, isLive: boolean) =>
  async ({ id, plan }: Pick<CallerUser, 'id' | 'plan'>): Promise<SubscriptionInfo> => {
    if (plan === 'free') return notSubscribed
    const profile = await readPlan(queries, id)
    const until = profile?.plan_expires_at ?? null
    const shown = (end: number | null, renews = false): SubscriptionInfo => ({
      subscribed: true,
      subscription_tier: plan,
      subscription_end: isoTimeOrNull(end),
      subscription_renews: renews,
    })
    if (profile?.plan_source !== 'billing' || until === null) return shown(until)
    // The plan lasts some days longer than its period, in case events arrive late. Users see the end of the period.
    const held = (await subscriptionsOf(queries, id, isLive)).filter(
      ({ plan: bought, access_until: access }) => bought === plan && access === until,
    )
    if (held.length === 0) return shown(until)
    const end = Math.max(...held.map(({ period_end: period }) => period))
    return shown(
      Math.min(until, end),
      held.some(({ is_ending: isEnding }) => isEnding === 0),
    )
  }
