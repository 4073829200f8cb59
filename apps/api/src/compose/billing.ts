import type { TimeLimits } from '../billing/payment-provider.ts'
import { createStripeProvider } from '../billing/stripe/provider.ts'
import type { Core } from '../compose.ts'
import { createClosing } from '../billing/closing.ts'
import { createBilling } from '../billing/service.ts'
import type { Metrics } from '../metrics.ts'

/** Creates billing over Stripe; undefined if no key is configured. */
export const composeBilling = (
  { config, database, clock, log: { logger: log } }: Core,
  metrics: Metrics,
  timeLimits: TimeLimits | undefined,
) => {
  const { secretKey, prices, ...settings } = config.billing
  if (secretKey === undefined) return undefined
  const provider = createStripeProvider({ ...settings, secretKey, clock, publicUrl: config.publicUrl })
  const counted = metrics.counter('netbox_billing_events_total', 'Events from the payment provider, by outcome.', [
    'outcome',
  ])
  return {
    billing: createBilling({
      database,
      provider,
      prices,
      clock,
      log,
      counted,
      ...(timeLimits === undefined ? {} : { timeLimits }),
    }),
    closing: createClosing({ database, provider, clock, log }),
    isLive: provider.isLive,
  }
}

/** Billing: its service and its background jobs. */
export type ComposedBilling = NonNullable<ReturnType<typeof composeBilling>>
