import { changeCard } from '../engine/checkout.ts'
import { changeLater, changeNow, end, endWithPeriod, releaseSchedule } from '../engine/subscriptions.ts'
import { itemOf } from '../objects/subscription.ts'
import type { Customer, PortalConfiguration, PortalSession, Price, Subscription } from '../objects/types.ts'
import { Refusal } from '../wire/refusal.ts'
import type { World } from '../world.ts'
import { day, type Html, html, money, page, table } from './html.ts'
import type { PageAnswer, PageCall } from './page.ts'

interface Visit {
  readonly world: World
  readonly session: PortalSession
  readonly customer: Customer
  readonly configuration: PortalConfiguration
}

const nameOf = ({ tables }: World, price: Price): string => {
  const { name = price.id } = tables.products[price.product] ?? {}
  return `${name}, ${money(price.unit_amount ?? 0, price.currency)} per ${price.recurring?.interval ?? 'once'}`
}

const amountOf = (price: Price): number => price.unit_amount ?? 0

/** Tells whether a change waits for the next period, as the portal is configured. */
const waits = ({ features }: PortalConfiguration, from: Price, to: Price): boolean =>
  features.subscription_update.schedule_at_period_end.conditions.some(({ type }) =>
    type === 'decreasing_item_amount'
      ? amountOf(to) < amountOf(from)
      : from.recurring?.interval === 'year' && to.recurring?.interval === 'month',
  )

const change = ({ world, configuration }: Visit, subscription: Subscription, price: Price): void => {
  const from = itemOf(subscription).price
  if (waits(configuration, from, price)) changeLater(world, subscription, price)
  else changeNow(world, subscription, price, configuration.features.subscription_update.proration_behavior !== 'none')
}

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
        ${problem === undefined ? undefined : html`<p class="error" role="alert">${problem}</p>`}
        ${living.length === 0 ? html`<p>There is no subscription.</p>` : living.map((row) => showSubscription(visit, row))}
        ${card}
        <h2>Invoices</h2>
        ${table(['Date', 'Number', 'Amount', 'Status'], bills)}
        <p><a href="${session.return_url ?? '/'}">Back</a></p>`,
    ),
  }
}

const confirmation = (visit: Visit): { readonly subscription: Subscription; readonly price: Price } | undefined => {
  const confirm = visit.session.flow?.subscription_update_confirm
  const { subscriptions, prices } = visit.world.tables
  const subscription = subscriptions[confirm?.subscription ?? '']
  const price = prices[confirm?.items[0]?.price ?? '']
  return subscription === undefined || price === undefined ? undefined : { subscription, price }
}

const showConfirmation = (
  visit: Visit,
  { subscription, price }: NonNullable<ReturnType<typeof confirmation>>,
  problem?: string,
): PageAnswer => {
  const from = itemOf(subscription).price
  const when = waits(visit.configuration, from, price)
    ? `The change comes on ${day(itemOf(subscription).current_period_end)}.`
    : 'The change comes at once. You pay the difference for the rest of the period.'
  return {
    status: problem === undefined ? 200 : 402,
    html: page(
      'Confirm your update',
      html`<h1>Confirm your update</h1>
        ${problem === undefined ? undefined : html`<p class="error" role="alert">${problem}</p>`}
        <p>From ${nameOf(visit.world, from)}</p>
        <p>To ${nameOf(visit.world, price)}</p>
        <p>${when}</p>
        <form method="post"><input type="hidden" name="action" value="confirm" /><button>Confirm</button></form>
        <p><a href="${visit.session.return_url ?? '/'}">Back</a></p>`,
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

const confirm = (visit: Visit, method: string, asked: NonNullable<ReturnType<typeof confirmation>>): PageAnswer => {
  if (method !== 'POST') return showConfirmation(visit, asked)
  try {
    change(visit, asked.subscription, asked.price)
  } catch (error) {
    if (error instanceof Refusal) return showConfirmation(visit, asked, error.message)
    throw error
  }
  const { session } = visit
  const to = session.flow?.after_completion.redirect?.return_url ?? session.return_url ?? '/'
  session.flow = null
  return { to }
}

/** The pages on which a customer manages what they have bought. */
export const portalPage = ({ world, method, id, form }: PageCall): PageAnswer => {
  const session = world.tables.portalSessions[id]
  const customer = world.tables.customers[session?.customer ?? '']
  const configuration = world.tables.portalConfigurations[session?.configuration ?? '']
  if (session === undefined || customer === undefined || configuration === undefined)
    return { status: 404, html: page('Billing portal', html`<h1>This page has expired</h1>`) }
  const visit = { world, session, customer, configuration }
  const asked = confirmation(visit)
  if (asked !== undefined) return confirm(visit, method, asked)
  if (method !== 'POST') return show(visit)
  try {
    act(visit, form)
  } catch (error) {
    if (error instanceof Refusal) return show(visit, error.message)
    throw error
  }
  return { to: `/p/session/${id}` }
}
