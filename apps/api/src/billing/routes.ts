import type { Database } from '../database/database.ts'
import { ApiError } from '../api-error.ts'
import type { Routes } from '../http/handler.ts'
import type { Billing } from './billing.ts'
import { createStatus } from './status.ts'

/** The dependencies of the routes. */
export interface BillingRoutesOptions {
  readonly database: Database
  /** Absent if no payment provider is configured; routes that need it then return an error. */
  readonly billing: Billing | undefined
  /** Whether subscriptions use real money. */
  readonly isLive: boolean
}

const notSetUp = (): ApiError =>
  new ApiError('billing_unavailable', { message: 'Payments are not set up on this server.' })

/** Creates the routes of subscriptions. */
export const billingRoutes = ({ database, billing, isLive }: BillingRoutesOptions) => {
  const status = createStatus(database, isLive)
  return {
    'subscription.status': async ({ state: { caller } }) => ({ data: await status(caller.user) }),
    'subscription.checkout': async ({ state: { caller, body } }) => {
      // Without a provider, no price is configured (spec §5).
      if (billing === undefined) throw new ApiError('price_not_configured')
      return { url: await billing.checkout(caller.user, body) }
    },
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
