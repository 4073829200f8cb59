import { changeCard } from '../engine/checkout.ts'
import { end, endWithPeriod, releaseSchedule } from '../engine/subscriptions.ts'
import { itemOf } from '../objects/subscription.ts'
import type { Subscription } from '../objects/types.ts'
import { alert, day, type Html, html, money, page, table } from './html.ts'
import { type PageAnswer, type PageCall, submit } from './page.ts'
import { changeAskedFor, confirmationPage } from './portal-confirmation.ts'
import { change, nameOf, type Visit } from './portal-visit.ts'

const button = (action: string, subscription: string, label: string, isQuiet = true): Html =>
  html`<form class="inline" method="post">
    <input type="hidden" name="action" value="${action}" /><input
      type="hidden"
      name="subscription"
      value="${subscription}"
    /><button class="${isQuiet ? 'quiet' : ''}">${label}</button>
  </form>`

const offers = ({ world, configuration }: Visit, subscription: Subscription): Html | undefined => {
  const { subscription_update: update } = configuration.features
  const present = itemOf(subscription).price.id
  const prices = (update.products ?? [])
    .flatMap((product) => product.prices)
    .map((id) => world.tables.prices[id])
    .filter((price) => price !== undefined)
    .filter((price) => price.id !== present)
  if (!update.enabled || prices.length === 0 || subscription.cancel_at !== null || subscription.schedule !== null)
    return undefined
  const options = prices.map((price) => html`<option value="${price.id}">${nameOf(world, price)}</option>`)
  return html`<form class="sheet" method="post">
    <input type="hidden" name="action" value="update" /><input
      type="hidden"
      name="subscription"
      value="${subscription.id}"
    />
    <label for="price-${subscription.id}">Switch to</label
    ><select id="price-${subscription.id}" name="price">
      ${options}
    </select>
    <p><button>Update plan</button></p>
  </form>`
}

const stateOf = (subscription: Subscription): string => {
  const { cancel_at: cancelAt, schedule, status } = subscription
  const finish = day(itemOf(subscription).current_period_end)
  if (cancelAt !== null) return `Ends on ${day(cancelAt)}.`
  if (schedule !== null) return `Changes on ${finish}.`
  return status === 'past_due' ? 'The last payment failed. Put in another card.' : `Renews on ${finish}.`
}

const showSubscription = (visit: Visit, subscription: Subscription): Html => {
  const { world, configuration } = visit
  const { cancel_at: cancelAt, schedule, id } = subscription
  const canCancel = configuration.features.subscription_cancel.enabled
  return html`<section>
    <h2>${nameOf(world, itemOf(subscription).price)}</h2>
    <p>${stateOf(subscription)} <small>${subscription.status}</small></p>
    ${canCancel && cancelAt === null ? button('cancel', id, 'Cancel plan') : undefined}
    ${cancelAt === null ? undefined : button('resume', id, 'Don’t cancel plan')}
    ${schedule === null ? undefined : button('release', id, 'Keep the present plan')} ${offers(visit, subscription)}
  </section>`
}

const show = (visit: Visit, problem?: string): PageAnswer => {
  const { world, session, customer, configuration } = visit
  const { subscriptions, invoices } = world.tables
  const living = Object.values(subscriptions).filter((row) => row.customer === customer.id && row.status !== 'canceled')
  const bills = Object.values(invoices)
    .filter((row) => row.customer === customer.id)
    .toReversed()
    .map((row) => [day(row.created), row.number ?? '', money(row.total, row.currency), row.status ?? ''])
  const card = configuration.features.payment_method_update.enabled
    ? html`<form class="sheet" method="post">
        <input type="hidden" name="action" value="card" /><label for="number">Another card</label
        ><input id="number" name="number" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242" />
        <p><button>Change card</button></p>
      </form>`
    : undefined
  return {
    status: problem === undefined ? 200 : 402,
    html: page(
      'Billing portal',
      html`<h1>Your subscription</h1>
        <p>${customer.email ?? ''}</p>
        ${alert(problem)}
        ${living.length === 0 ? html`<p>There is no subscription.</p>` : living.map((row) => showSubscription(visit, row))}
        ${card}
        <h2>Invoices</h2>
        ${table(['Date', 'Number', 'Amount', 'Status'], bills)}
        <p><a href="${session.return_url ?? '/'}">Back</a></p>`,
    ),
  }
}

const act = (visit: Visit, form: PageCall['form']): void => {
  const { world, customer, configuration } = visit
  if (form['action'] === 'card') return changeCard(world, customer, form['number'] ?? '')
  const subscription = world.tables.subscriptions[form['subscription'] ?? '']
  if (subscription === undefined || subscription.customer !== customer.id || subscription.status === 'canceled') return
  const { mode } = configuration.features.subscription_cancel
  if (form['action'] === 'resume') endWithPeriod(world, subscription, false)
  if (form['action'] === 'release') releaseSchedule(world, subscription)
  if (form['action'] === 'cancel') {
    if (mode === 'immediately') end(world, subscription, 'cancellation_requested')
    else endWithPeriod(world, subscription, true)
  }
  const price = world.tables.prices[form['price'] ?? '']
  if (form['action'] === 'update' && price !== undefined) change(visit, subscription, price)
}

/** The pages on which a customer manages what they have bought. */
export const portalPage = ({ world, method, id, form }: PageCall): PageAnswer => {
  const session = world.tables.portalSessions[id]
  const customer = world.tables.customers[session?.customer ?? '']
  const configuration = world.tables.portalConfigurations[session?.configuration ?? '']
  if (session === undefined || customer === undefined || configuration === undefined)
    return { status: 404, html: page('Billing portal', html`<h1>This page has expired</h1>`) }
  const visit = { world, session, customer, configuration }
  const asked = changeAskedFor(visit)
  if (asked !== undefined) return confirmationPage(visit, method, asked)
  if (method !== 'POST') return show(visit)
  const work = (): string => {
    act(visit, form)
    return `/p/session/${id}`
  }
  return submit(work, (problem) => show(visit, problem))
}
