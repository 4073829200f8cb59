import { subscriptionOf } from '../objects/invoice.ts'
import { itemOf } from '../objects/subscription.ts'
import type { Subscription } from '../objects/types.ts'
import type { World } from '../world.ts'
import { end, renew, retry } from './subscriptions.ts'

/** Something that happens by itself at a moment. */
interface Due {
  readonly moment: number
  readonly happen: (world: World) => void
}

const LIVING = new Set(['active', 'past_due', 'trialing'])

const dueOfSubscription = (subscription: Subscription): Due => {
  const { current_period_end: finish } = itemOf(subscription)
  const { cancel_at: cancelAt } = subscription
  if (cancelAt !== null && cancelAt <= finish)
    return { moment: cancelAt, happen: (world) => end(world, subscription, 'cancellation_requested') }
  return { moment: finish, happen: (world) => renew(world, subscription) }
}

const timelineOf = ({ tables }: World, customer: string | null): string | null => {
  const clock = customer === null ? null : tables.customers[customer]?.test_clock
  return typeof clock === 'string' ? clock : null
}

const duesOn = (world: World, timeline: string | null): readonly Due[] => {
  const { subscriptions, invoices, sessions } = world.tables
  const isOn = (customer: string | null): boolean => timelineOf(world, customer) === timeline
  const living = Object.values(subscriptions).filter(({ status, customer }) => LIVING.has(status) && isOn(customer))
  const unpaid = Object.values(invoices).flatMap((invoice): Due[] => {
    const { next_payment_attempt: moment, customer } = invoice
    const subscription = subscriptions[subscriptionOf(invoice) ?? '']
    if (moment === null || subscription === undefined || !isOn(customer)) return []
    return [{ moment, happen: () => void retry(world, subscription, invoice) }]
  })
  const open = Object.values(sessions)
    .filter(({ status, customer }) => status === 'open' && isOn(customer))
    .map((session): Due => ({ moment: session.expires_at, happen: () => expire(world, session) }))
  return [...living.map(dueOfSubscription), ...unpaid, ...open]
}

/** Closes a page of the checkout. */
export const expire = (world: World, session: World['tables']['sessions'][string]): void => {
  session.status = 'expired'
  session.url = null
  world.emit('checkout.session.expired', session)
}

/** Lets everything happen that is due up to a moment, each thing at its own. */
export const settle = (world: World, timeline: string | null, until: number): void => {
  for (;;) {
    const [next] = duesOn(world, timeline).toSorted((one, other) => one.moment - other.moment)
    if (next === undefined || next.moment > until) return
    world.at(next.moment, () => next.happen(world))
  }
}
