import { payCheckout } from '../engine/checkout.ts'
import { testCards } from '../objects/customer.ts'
import type { Session } from '../objects/types.ts'
import type { World } from '../world.ts'
import { alert, type Html, html, money, page } from './html.ts'
import { type PageAnswer, type PageCall, submit } from './page.ts'

const closed = (session: Session | undefined): PageAnswer => ({
  status: session === undefined ? 404 : 200,
  html: page(
    'Checkout',
    html`<h1>${session?.status === 'complete' ? 'You have already paid' : 'This page has expired'}</h1>
      <p>Go back to where you came from and begin again.</p>`,
  ),
})

const cards: readonly Html[] = testCards.map(
  ({ number, note }) => html`<li><code>${number.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code> ${note}</li>`,
)

const intervalOf = ({ tables }: World, id: string): string => {
  const price = tables.prices[tables.orders[id]?.price ?? '']
  return price?.recurring?.interval ?? ''
}

const show = (world: World, session: Session, problem?: string): PageAnswer => {
  const price = world.tables.prices[world.tables.orders[session.id]?.price ?? '']
  const product = world.tables.products[price?.product ?? '']
  return {
    status: problem === undefined ? 200 : 402,
    html: page(
      'Checkout',
      html`<h1>Subscribe to ${product?.name ?? 'a plan'}</h1>
        <p>
          ${money(session.amount_total ?? 0, session.currency ?? 'usd')} per ${intervalOf(world, session.id)}, for
          ${session.customer_details?.email ?? ''}
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
          <label for="expiry">Expiry</label><input id="expiry" name="expiry" value="12 / 40" autocomplete="off" />
          <label for="cvc">CVC</label><input id="cvc" name="cvc" value="123" inputmode="numeric" autocomplete="off" />
          <p><button>Subscribe</button></p>
        </form>
        <p><a href="${session.cancel_url ?? '/'}">Back</a></p>
        <h2>Cards of tests</h2>
        <ul>
          ${cards}
        </ul>`,
    ),
  }
}

/** The page on which a plan is paid. */
export const checkoutPage = ({ world, method, id, form }: PageCall): PageAnswer => {
  const session = world.tables.sessions[id]
  if (session?.status !== 'open') return closed(session)
  if (method !== 'POST') return show(world, session)
  const pay = (): string => {
    payCheckout(world, session, form['number'] ?? '')
    return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
  }
  return submit(pay, (problem) => show(world, session, problem))
}
