import { refund } from '../engine/refund.ts'
import { itemOf } from '../objects/subscription.ts'
import type { World } from '../world.ts'
import { alert, day, type Html, html, money, page, table } from './html.ts'
import { type PageAnswer, type PageCall, submit } from './page.ts'

const DAY = 24 * 60 * 60

const subscriptionsOf = ({ tables }: World): Html =>
  table(
    ['Customer', 'Plan', 'Status', 'Period ends'],
    Object.values(tables.subscriptions).map((row) => {
      const { price, current_period_end: finish } = itemOf(row)
      const customer = tables.customers[row.customer]?.email ?? row.customer
      return [customer, tables.products[price.product]?.name ?? price.id, row.status, day(finish)]
    }),
  )

const refundOf = (charge: string): Html =>
  html`<form method="post">
    <input type="hidden" name="refund" value="${charge}" /><button class="quiet">Refund</button>
  </form>`

const paymentsOf = ({ tables }: World): Html =>
  table(
    ['Date', 'Customer', 'Amount', 'Money back'],
    Object.values(tables.charges)
      .filter(({ paid, refunded }) => paid && !refunded)
      .toReversed()
      .map(({ id, created, customer, amount, currency }) => [
        day(created),
        tables.customers[customer ?? '']?.email ?? '',
        money(amount, currency),
        refundOf(id),
      ]),
  )

const messagesOf = ({ tables }: World): Html =>
  table(
    ['Event', 'State', 'Failures', 'Last answer'],
    tables.deliveries
      .slice(-20)
      .toReversed()
      .map(({ eventId, state, tries, lastAnswer }) => [tables.events[eventId]?.type ?? '', state, tries, lastAnswer]),
  )

const AHEAD = [
  ['A day', 1],
  ['A week', 7],
  ['A month', 31],
  ['A year', 366],
] as const

const advanceBy = ([label, days]: (typeof AHEAD)[number]): Html =>
  html`<form class="inline" method="post">
    <input type="hidden" name="advance" value="${days * DAY}" /><button class="quiet">${label} later</button>
  </form>`

const show = (world: World, problem?: string): PageAnswer => ({
  status: problem === undefined ? 200 : 400,
  html: page(
    'Double of the payment provider',
    html`<h1>Double of the payment provider</h1>
      ${alert(problem)}
      <h2>Time</h2>
      <p>It is ${new Date(world.now() * 1000).toISOString()} here.</p>
      ${AHEAD.map(advanceBy)}
      <h2>Subscriptions</h2>
      ${subscriptionsOf(world)}
      <h2>Payments</h2>
      ${paymentsOf(world)}
      <h2>Messages to endpoints</h2>
      ${messagesOf(world)}`,
  ),
})

/** The page of the double itself: its time, what is subscribed, paid and told. */
export const indexPage = ({ world, method, form }: PageCall, advance: (seconds: number) => void): PageAnswer => {
  if (method !== 'POST') return show(world)
  const seconds = Number(form['advance'] ?? 0)
  const charge = world.tables.charges[form['refund'] ?? '']
  const act = (): string => {
    if (seconds > 0 && seconds <= 1000 * DAY) advance(seconds)
    if (charge !== undefined) refund(world, charge, undefined, 'requested_by_customer')
    return '/'
  }
  return submit(act, (problem) => show(world, problem))
}
