import { changeLater, changeNow } from '../engine/subscriptions.ts'
import { itemOf } from '../objects/subscription.ts'
import type { Customer, PortalConfiguration, PortalSession, Price, Subscription } from '../objects/types.ts'
import type { World } from '../world.ts'
import { money } from './html.ts'

/** Someone's look at the portal. */
export interface Visit {
  readonly world: World
  readonly session: PortalSession
  readonly customer: Customer
  readonly configuration: PortalConfiguration
}

/** Names a price as people read it. */
export const nameOf = ({ tables }: World, price: Price): string => {
  const { name = price.id } = tables.products[price.product] ?? {}
  return `${name}, ${money(price.unit_amount ?? 0, price.currency)} per ${price.recurring?.interval ?? 'once'}`
}

const amountOf = (price: Price): number => price.unit_amount ?? 0

/** Returns whether a change waits for the next period, as the portal is configured. */
export const waits = ({ features }: PortalConfiguration, from: Price, to: Price): boolean =>
  features.subscription_update.schedule_at_period_end.conditions.some(({ type }) =>
    type === 'decreasing_item_amount'
      ? amountOf(to) < amountOf(from)
      : from.recurring?.interval === 'year' && to.recurring?.interval === 'month',
  )

/** Changes the price of a subscription, at once or with its next period. */
export const change = ({ world, configuration }: Visit, subscription: Subscription, price: Price): void => {
  const from = itemOf(subscription).price
  if (waits(configuration, from, price)) changeLater(world, subscription, price)
  else changeNow(world, subscription, price, configuration.features.subscription_update.proration_behavior !== 'none')
}
