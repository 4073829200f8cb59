import { HANDLED_EVENTS, type Timeouts, type PaymentProvider, type ProviderEvent } from './payment-provider.ts'
import { adminCommand } from '../config/settings.ts'
import type { DatabaseAndClock } from '../database/database.ts'
import type { PriceTable } from './price-table.ts'
import { findCustomer } from './repository.ts'
import type { Synchronize, Synchronized } from './synchronize.ts'

export interface EventsOptions extends DatabaseAndClock {
  readonly provider: Pick<PaymentProvider, 'isLive' | 'refundedPayment' | 'endSubscription'>
  readonly synchronize: Synchronize
  readonly prices: Pick<PriceTable, 'planOf'>
  readonly log: { warn(fields: object, message: string): void }
}

/** The outcomes of a genuine event. */
export const eventOutcomes = ['done', 'known', 'nobody', 'ignored'] as const
export type EventOutcome = (typeof eventOutcomes)[number]

const handled: ReadonlySet<string> = new Set(HANDLED_EVENTS)

/** Creates the handler of events. An event only identifies a customer, whose data is then fetched. */
export const createEvents = ({ database, provider, synchronize, prices, clock, log }: EventsOptions) => {
  /** Ends the subscription after a refund for a period that is not over, so that the user does not pay for the next one. */
  const endRefunded = async ({ objectId }: ProviderEvent, timeouts: Timeouts): Promise<void> => {
    if (objectId === undefined) return
    const payment = await provider.refundedPayment(objectId, timeouts)
    if (payment !== undefined && payment.paidUntil > clock.now())
      await provider.endSubscription(payment.subscriptionId, timeouts)
  }

  /** Warns if a plan is paid with a price without a setting: it stays, because the settings may be wrong. */
  const warnOfUnknownPrices = ({ id, customerId }: ProviderEvent, outcome: Synchronized): void => {
    const kept = (outcome.kind === 'done' ? outcome.entitled : []).filter(
      ({ plan, subscription }) => plan !== null && prices.planOf(subscription.priceId) === undefined,
    )
    for (const { plan, subscription } of kept)
      log.warn(
        { event: id, customer: customerId, plan, price: subscription.priceId },
        `a customer keeps a plan whose price no STRIPE_PRICE_… names: correct these settings, then run '${adminCommand('stripe-sync')}'`,
      )
  }

  return async (event: ProviderEvent, timeouts: Timeouts): Promise<EventOutcome> => {
    const { id, type, isLive, customerId } = event
    if (!handled.has(type) || customerId === undefined) return 'ignored'
    if (isLive !== provider.isLive) {
      log.warn({ event: id, type, is_live: isLive }, 'an event of the other mode: test and live keys are mixed')
      return 'ignored'
    }
    // An account at the provider may serve other products too.
    if ((await findCustomer(database.queries, customerId)) === undefined) return 'nobody'
    if (type === 'charge.refunded') await endRefunded(event, timeouts)
    const outcome = await synchronize(customerId, timeouts, event)
    warnOfUnknownPrices(event, outcome)
    return outcome.kind === 'missing' ? 'done' : outcome.kind
  }
}
