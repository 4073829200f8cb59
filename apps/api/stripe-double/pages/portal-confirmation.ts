import { itemOf } from '../objects/subscription.ts'
import type { Price, Subscription } from '../objects/types.ts'
import { alert, day, html, page } from './html.ts'
import { type PageAnswer, submit } from './page.ts'
import { change, nameOf, type Visit, waits } from './portal-visit.ts'

/** A change of a subscription to another price. */
interface Change {
  readonly subscription: Subscription
  readonly price: Price
}

/** Returns the change that a visit is about; undefined for a visit of the portal as a whole. */
export const changeAskedFor = (visit: Visit): Change | undefined => {
  const confirm = visit.session.flow?.subscription_update_confirm
  const { subscriptions, prices } = visit.world.tables
  const subscription = subscriptions[confirm?.subscription ?? '']
  const price = prices[confirm?.items[0]?.price ?? '']
  return subscription === undefined || price === undefined ? undefined : { subscription, price }
}

const show = (visit: Visit, { subscription, price }: Change, problem?: string): PageAnswer => {
  const from = itemOf(subscription).price
  const when = waits(visit.configuration, from, price)
    ? `The change comes on ${day(itemOf(subscription).current_period_end)}.`
    : 'The change comes at once. You pay the difference for the rest of the period.'
  return {
    status: problem === undefined ? 200 : 402,
    html: page(
      'Confirm your update',
      html`<h1>Confirm your update</h1>
        ${alert(problem)}
        <p>From ${nameOf(visit.world, from)}</p>
        <p>To ${nameOf(visit.world, price)}</p>
        <p>${when}</p>
        <form method="post"><input type="hidden" name="action" value="confirm" /><button>Confirm</button></form>
        <p><a href="${visit.session.return_url ?? '/'}">Back</a></p>`,
    ),
  }
}

/** The page on which a change is confirmed. */
export const confirmationPage = (visit: Visit, method: string, asked: Change): PageAnswer => {
  if (method !== 'POST') return show(visit, asked)
  const confirm = (): string => {
    change(visit, asked.subscription, asked.price)
    const { session } = visit
    const to = session.flow?.after_completion.redirect?.return_url ?? session.return_url ?? '/'
    session.flow = null
    return to
  }
  return submit(confirm, (problem) => show(visit, asked, problem))
}
