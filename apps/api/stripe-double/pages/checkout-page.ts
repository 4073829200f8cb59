import type { Session, Store } from '../store.ts'
import { payCheckout, testCards } from '../subscriptions.ts'
import { alert, html, money, page, type PageAnswer, type PageCall, submit } from './html.ts'

const closed = (session: Session | undefined): PageAnswer => ({
  status: session === undefined ? 404 : 200,
  html: page(
    'Checkout',
    html`<h1>${session?.status === 'complete' ? 'You have already paid' : 'This page has expired'}</h1>
      <p>Go back to netbox and begin again.</p>`,
  ),
})

const cards = testCards.map(
  ({ number, note }) => html`<li><code>${number.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code> ${note}</li>`,
)

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
        <form class="sheet" method="post">
          ${alert(problem)} <label for="number">Card number</label
          ><input
            id="number"
            name="number"
            inputmode="numeric"
            autocomplete="off"
            value="4242 4242 4242 4242"
            required
          />
          <p><button>Subscribe</button></p>
        </form>
        <p><a href="${session.cancel_url}">Back</a></p>
        <h2>Test cards</h2>
        <ul>
          ${cards}
        </ul>`,
    ),
  }
}

/** Serves the checkout page. */
export const checkoutPage = ({ store, method, id, form }: PageCall): PageAnswer => {
  const session = store.tables.sessions[id]
  if (session?.status !== 'open') return closed(session)
  if (method !== 'POST') return show(store, session)
  const pay = (): string => {
    payCheckout(store, session, form['number'] ?? '')
    return session.success_url
  }
  return submit(pay, (problem) => show(store, session, problem))
}
