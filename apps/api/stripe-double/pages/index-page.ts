import { refund } from '../engine/refund.ts'
import { itemOf } from '../objects/subscription.ts'
import type { World } from '../world.ts'
import { Refusal } from '../wire/refusal.ts'
import { day, html, money, page } from './html.ts'
import type { PageAnswer, PageCall } from './page.ts'

const DAY = 24 * 60 * 60

const show = (world: World, problem?: string): PageAnswer => {
  const { tables } = world
  const subscriptions = Object.values(tables.subscriptions).map((row) => {
    const { price, current_period_end: finish } = itemOf(row)
    return html`<tr>
      <td>${tables.customers[row.customer]?.email ?? row.customer}</td>
      <td>${tables.products[price.product]?.name ?? price.id}</td>
      <td>${row.status}</td>
      <td>${day(finish)}</td>
    </tr>`
  })
  const charges = Object.values(tables.charges)
    .filter(({ paid, refunded }) => paid && !refunded)
    .toReversed()
    .map(
      (row) =>
        html`<tr>
          <td>${day(row.created)}</td>
          <td>${tables.customers[row.customer ?? '']?.email ?? ''}</td>
          <td>${money(row.amount, row.currency)}</td>
          <td>
            <form method="post">
              <input type="hidden" name="refund" value="${row.id}" /><button class="quiet">Refund</button>
            </form>
          </td>
        </tr>`,
    )
  const deliveries = tables.deliveries
    .slice(-20)
    .toReversed()
    .map(
      (row) =>
        html`<tr>
          <td>${tables.events[row.eventId]?.type ?? ''}</td>
          <td>${row.state}</td>
          <td>${row.tries}</td>
          <td>${row.lastAnswer}</td>
        </tr>`,
    )
  const ahead = [
    ['A day', 1],
    ['A week', 7],
    ['A month', 31],
    ['A year', 366],
  ] as const
  return {
    status: problem === undefined ? 200 : 400,
    html: page(
      'Double of the payment provider',
      html`<h1>Double of the payment provider</h1>
        ${problem === undefined ? undefined : html`<p class="error" role="alert">${problem}</p>`}
        <h2>Time</h2>
        <p>It is ${new Date(world.now() * 1000).toISOString()} here.</p>
        ${ahead.map(([label, days]) => html`<form class="inline" method="post"><input type="hidden" name="advance" value="${days * DAY}" /><button class="quiet">${label} later</button></form>`)}
        <h2>Subscriptions</h2>
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th>Customer</th>
                <th>Plan</th>
                <th>Status</th>
                <th>Period ends</th>
              </tr>
            </thead>
            <tbody>
              ${subscriptions}
            </tbody>
          </table>
        </div>
        <h2>Payments</h2>
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th>Date</th>
                <th>Customer</th>
                <th>Amount</th>
                <th>Money back</th>
              </tr>
            </thead>
            <tbody>
              ${charges}
            </tbody>
          </table>
        </div>
        <h2>Messages to endpoints</h2>
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th>Event</th>
                <th>State</th>
                <th>Failures</th>
                <th>Last answer</th>
              </tr>
            </thead>
            <tbody>
              ${deliveries}
            </tbody>
          </table>
        </div>`,
    ),
  }
}

/** The page of the double itself: its time, what is subscribed, paid and told. */
export const indexPage = ({ world, method, form }: PageCall, advance: (seconds: number) => void): PageAnswer => {
  if (method !== 'POST') return show(world)
  const seconds = Number(form['advance'] ?? 0)
  const charge = world.tables.charges[form['refund'] ?? '']
  try {
    if (seconds > 0 && seconds <= 1000 * DAY) advance(seconds)
    if (charge !== undefined) refund(world, charge, undefined, 'requested_by_customer')
  } catch (error) {
    if (error instanceof Refusal) return show(world, error.message)
    throw error
  }
  return { to: '/' }
}
