import type { Customer, PortalSession, Price, Store, Subscription } from '../store.ts'
import { changeCard, changePrice, endWithPeriod, isLater, itemOf, livingOf } from '../subscriptions.ts'
import { alert, day, gone, type Html, html, money, page, type PageAnswer, type PageCall, submit } from './html.ts'

interface Visit {
  readonly store: Store
  readonly session: PortalSession
  readonly customer: Customer
}

const nameOf = ({ tables }: Store, price: Price): string =>
  `${tables.products[price.product]?.name}, ${money(price.unit_amount)} per ${price.recurring.interval}`

const button = (action: string, { id }: Subscription, label: string): Html =>
  html`<form class="inline" method="post">
    <input type="hidden" name="action" value="${action}" /><input type="hidden" name="subscription" value="${id}" />
    <button>${label}</button>
  </form>`

const stateOf = ({ cancel_at: cancelAt, schedule, status, ...rest }: Subscription): string => {
  const finish = day(rest.items.data[0].current_period_end)
  if (cancelAt !== null) return `Ends on ${day(cancelAt)}.`
  if (schedule !== null) return `Changes on ${finish}.`
  return status === 'past_due' ? 'The last payment failed. Use another card.' : `Renews on ${finish}.`
}

const showSubscription = (store: Store, subscription: Subscription): Html => {
  return html`<section>
    <h2>${nameOf(store, itemOf(subscription).price)}</h2>
    <p>${stateOf(subscription)} <small>${subscription.status}</small></p>
    ${subscription.cancel_at !== null ? button('resume', subscription, 'Don’t cancel plan') : button('cancel', subscription, 'Cancel plan')}
  </section>`
}

const show = ({ store, session, customer }: Visit, problem?: string): PageAnswer => {
  const living = livingOf(store, customer.id)
  return {
    status: problem === undefined ? 200 : 402,
    html: page(
      'Billing portal',
      html`<h1>Your subscription</h1>
        <p>${customer.email}</p>
        ${alert(problem)}
        ${living.length === 0 ? html`<p>There is no subscription.</p>` : living.map((row) => showSubscription(store, row))}
        <form method="post">
          <input type="hidden" name="action" value="card" /><label for="number">Another card</label>
          <input id="number" name="number" value="4242 4242 4242 4242" />
          <p><button>Change card</button></p>
        </form>
        <p><a href="${session.return_url}">Back</a></p>`,
    ),
  }
}

const act = ({ store, customer }: Visit, form: PageCall['form']): void => {
  const { action } = form
  if (action === 'card') return changeCard(store, customer, form['number'] ?? '')
  const subscription = livingOf(store, customer.id).find(({ id }) => id === form['subscription'])
  if (subscription === undefined) return
  if (action === 'cancel' || action === 'resume') endWithPeriod(store, subscription, action === 'cancel')
}

const showChange = ({ store, session }: Visit, [subscription, price]: Change, problem?: string): PageAnswer => {
  const { price: from, current_period_end: finish } = itemOf(subscription)
  return {
    status: problem === undefined ? 200 : 402,
    html: page(
      'Confirm your update',
      html`<h1>Confirm your update</h1>
        ${alert(problem)}
        <p>From ${nameOf(store, from)}</p>
        <p>To ${nameOf(store, price)}</p>
        <p>
          ${isLater(from, price) ? `The change takes effect on ${day(finish)}.` : 'The change takes effect at once.'}
        </p>
        <form method="post"><input type="hidden" name="action" value="confirm" /><button>Confirm</button></form>
        <p><a href="${session.return_url}">Back</a></p>`,
    ),
  }
}

type Change = readonly [Subscription, Price]

/** Returns the plan change that the customer came to confirm; undefined if the link opens the whole portal. */
const changeOf = ({ store: { tables }, session: { flow } }: Visit): Change | undefined => {
  const confirm = flow?.subscription_update_confirm
  const subscription = tables.subscriptions[confirm?.subscription ?? '']
  const price = tables.prices[confirm?.items[0]?.price ?? '']
  return subscription === undefined || price === undefined ? undefined : [subscription, price]
}

/** Serves the pages on which customers manage their subscriptions. */
export const portalPage = ({ store, method, id, form }: PageCall): PageAnswer => {
  const session = store.tables.portalSessions[id]
  const customer = store.tables.customers[session?.customer ?? '']
  if (session === undefined || customer === undefined) return gone('Billing portal')
  const visit = { store, session, customer }
  const change = changeOf(visit)
  const again = (problem?: string) => (change === undefined ? show(visit, problem) : showChange(visit, change, problem))
  if (method !== 'POST') return again()
  return submit(() => {
    if (change === undefined) {
      act(visit, form)
      return `/p/session/${id}`
    }
    changePrice(store, ...change)
    const to = session.flow?.after_completion.redirect.return_url ?? session.return_url
    session.flow = null
    return to
  }, again)
}
