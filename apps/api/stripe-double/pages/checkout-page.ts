import type { Session, Store } from '../store.ts'
import { payCheckout } from '../subscriptions.ts'
import { alert, gone, html, money, page, type PageAnswer, type PageCall, submit } from './html.ts'

const show = ({ tables }: Store, session: Session, problem?: string): PageAnswer => {
  const price = tables.prices[session.price]
  return {
    status: problem === undefined ? 200 : 402,
    html: page(
      'Checkout',
      html`<h1>Subscribe to ${tables.products[price?.product ?? '']?.name}</h1>
        <p>
          ${money(price?.unit_amount ?? 0)} per ${price?.recurring.interval}, for
          ${tables.customers[session.customer]?.email}
        </p>
        <form method="post">
          ${alert(problem)} <label for="number">Card number</label>
          <input id="number" name="number" value="4242 4242 4242 4242" required />
          <p><button>Subscribe</button></p>
        </form>
        <p><a href="${session.cancel_url}">Back</a></p>`,
    ),
  }
}

/** Serves the checkout page. */
export const checkoutPage = ({ store, method, id, form }: PageCall): PageAnswer => {
  const session = store.tables.sessions[id]
  if (session?.status !== 'open') return gone('Checkout')
  if (method !== 'POST') return show(store, session)
  const pay = (): string => {
    payCheckout(store, session, form['number'] ?? '')
    return session.success_url
  }
  return submit(pay, (problem) => show(store, session, problem))
}
