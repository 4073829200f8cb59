import { DAY } from '../operations.ts'
import type { Store } from '../store.ts'
import { itemOf, refund } from '../subscriptions.ts'
import { day, type Html, html, money, page, type PageAnswer, type PageCall, table } from './html.ts'

const subscriptionsOf = ({ tables }: Store): Html =>
  table(
    ['Customer', 'Plan', 'Status', 'Period ends'],
    Object.values(tables.subscriptions).map((row) => {
      const { price, current_period_end: finish } = itemOf(row)
      const customer = tables.customers[row.customer]?.email ?? row.customer
      return [customer, tables.products[price.product]?.name ?? price.id, row.status, day(finish)]
    }),
  )

const paymentsOf = ({ tables }: Store): Html =>
  table(
    ['Date', 'Customer', 'Amount', 'Money back'],
    Object.values(tables.charges)
      .filter(({ refunded }) => !refunded)
      .toReversed()
      .map(({ id, created, customer, amount }) => [
        day(created),
        tables.customers[customer]?.email ?? '',
        money(amount),
        html`<form method="post"><input type="hidden" name="refund" value="${id}" /><button>Refund</button></form>`,
      ]),
  )

const steps = { 'A day': 1, 'A week': 7, 'A month': 31, 'A year': 366 }

/** Serves the index page of the fake server, with its time, subscriptions and payments. */
export const indexPage = ({ store, method, form }: PageCall, advance: (seconds: number) => void): PageAnswer => {
  if (method === 'POST') {
    const seconds = Number(form['advance'] ?? 0)
    const charge = store.tables.charges[form['refund'] ?? '']
    if (seconds > 0 && seconds <= 1000 * DAY) advance(seconds)
    if (charge?.refunded === false) refund(store, charge)
    return { to: '/' }
  }
  return {
    status: 200,
    html: page(
      'Fake payment provider',
      html`<h1>Fake payment provider</h1>
        <h2>Time</h2>
        <p>It is ${new Date(store.now() * 1000).toISOString()} here.</p>
        ${Object.entries(steps).map(
          ([label, days]) =>
            html`<form class="inline" method="post">
              <input type="hidden" name="advance" value="${days * DAY}" /><button>${label} later</button>
            </form>`,
        )}
        <h2>Subscriptions</h2>
        ${subscriptionsOf(store)}
        <h2>Payments</h2>
        ${paymentsOf(store)}`,
    ),
  }
}
