import { Router } from '@koa/router'
import type { Context } from 'koa'
import { changeOf, type PlanChange } from './forms.ts'
import { DAY } from './operations.ts'
import { Refusal } from './requests.ts'
import type { Price, Store, Subscription } from './store.ts'
import { isLater, itemOf, livingOf } from './subscriptions.ts'

/** Text that is already HTML. */
type Html = { readonly html: string }

type Part = string | number | Html | readonly Html[] | undefined

const written = (part: Part = ''): string => {
  if (typeof part !== 'object') return String(part).replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
  return 'html' in part ? part.html : part.map(({ html }) => html).join('')
}

/** Creates HTML from a template. Escapes the inserted values, unless they are HTML. */
const markup = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: texts.map((text, index) => text + written(parts[index])).join(''),
})

const style = `
:root { color-scheme: light dark }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; font: 16px/1.5 system-ui, sans-serif }
.mark { border: 1px solid; padding: .5rem 1rem; text-align: center }
label { display: block } input, button { font: inherit; padding: .5rem; margin: .25rem 0 }
form.inline { display: inline-block } th, td { text-align: left; padding-right: 1rem }
`

/** Writes a whole page, with a note that it belongs to a fake payment provider. */
const page = (content: Html): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Fake payment provider</title><style>${{ html: style }}</style>
</head>
<body>
<p class="mark" role="note">This is a fake payment provider, for development. No real money is charged. Use test cards only.</p>
<main>${content}</main>
</body>
</html>`.html

const cells = (kind: 'th' | 'td', row: readonly (string | Html)[]): Html =>
  markup`<tr>${row.map((cell) => markup`<${kind}>${cell}</${kind}>`)}</tr>`

const table = (headings: readonly string[], rows: readonly (readonly (string | Html)[])[]): Html =>
  markup`<table>${cells('th', headings)}${rows.map((row) => cells('td', row))}</table>`

const alert = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : markup`<p role="alert">${problem}</p>`

const cardField = (label: string): Html =>
  markup`<label for="number">${label}</label><input id="number" name="number" value="4242 4242 4242 4242" required>`

/** Writes a form that consists of a button. */
const button = (label: string, fields: Readonly<Record<string, string | number>>): Html => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`,
  )
  return markup`<form class="inline" method="post">${inputs}<button>${label}</button></form>`
}

const money = (cents: number): string => `${(cents / 100).toFixed(2)} USD`

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

const productOf = ({ tables }: Store, price: Price | undefined): string =>
  tables.products[price?.product ?? '']?.name ?? ''

const emailOf = ({ tables }: Store, customer: string): string => tables.customers[customer]?.email ?? customer

const nameOf = (store: Store, price: Price): string =>
  `${productOf(store, price)}, ${money(price.unit_amount)} per ${price.recurring.interval}`

/** Writes the content of a page; undefined if the page was completed, has expired or never existed. */
type Show = (store: Store, id: string, problem?: string) => Html | undefined

const checkoutPage: Show = (store, id, problem) => {
  const session = store.tables.sessions[id]
  if (session?.status !== 'open') return undefined
  const price = store.tables.prices[session.price]
  return markup`<h1>Subscribe to ${productOf(store, price)}</h1>
<p>${money(price?.unit_amount ?? 0)} per ${price?.recurring.interval}, for ${emailOf(store, session.customer)}</p>
<form method="post">${alert(problem)}${cardField('Card number')}<p><button>Subscribe</button></p></form>
<p><a href="${session.cancel_url}">Back</a></p>`
}

const stateOf = ({ cancel_at: cancelAt, schedule, status, items }: Subscription): string => {
  const finish = day(items.data[0].current_period_end)
  if (cancelAt !== null) return `Ends on ${day(cancelAt)}.`
  if (schedule !== null) return `Changes on ${finish}.`
  return status === 'past_due' ? 'The last payment failed. Use another card.' : `Renews on ${finish}.`
}

const subscriptionSection = (store: Store, subscription: Subscription): Html => {
  const [action, label] = subscription.cancel_at === null ? ['cancel', 'Cancel plan'] : ['resume', 'Don’t cancel plan']
  return markup`<section>
<h2>${nameOf(store, itemOf(subscription).price)}</h2>
<p>${stateOf(subscription)} <small>${subscription.status}</small></p>
${button(label, { action, subscription: subscription.id })}
</section>`
}

const changePage = (store: Store, [subscription, price]: PlanChange, back: string, problem?: string): Html => {
  const { price: from, current_period_end: finish } = itemOf(subscription)
  return markup`<h1>Confirm your update</h1>
${alert(problem)}
<p>From ${nameOf(store, from)}</p>
<p>To ${nameOf(store, price)}</p>
<p>The change takes effect ${isLater(from, price) ? `on ${day(finish)}` : 'at once'}.</p>
${button('Confirm', { action: 'confirm' })}
<p><a href="${back}">Back</a></p>`
}

const portalPage: Show = (store, id, problem) => {
  const session = store.tables.portalSessions[id]
  if (session === undefined) return undefined
  const change = changeOf(store, session)
  if (change !== undefined) return changePage(store, change, session.return_url, problem)
  const living = livingOf(store, session.customer).map((row) => subscriptionSection(store, row))
  return markup`<h1>Your subscription</h1>
<p>${emailOf(store, session.customer)}</p>
${alert(problem)}${living.length === 0 ? markup`<p>There is no subscription.</p>` : living}
<form method="post">
<input type="hidden" name="action" value="card">${cardField('Another card')}<p><button>Change card</button></p>
</form>
<p><a href="${session.return_url}">Back</a></p>`
}

const indexPage: Show = (store) => {
  const subscriptions = Object.values(store.tables.subscriptions).map(({ customer, status, items }) => {
    const { price, current_period_end: finish } = items.data[0]
    return [emailOf(store, customer), productOf(store, price), status, day(finish)]
  })
  const payments = Object.values(store.tables.charges)
    .filter(({ refunded }) => !refunded)
    .map(({ id, created, customer, amount }) => {
      return [day(created), emailOf(store, customer), money(amount), button('Refund', { refund: id })]
    })
  return markup`<h1>Fake payment provider</h1>
<h2>Time</h2>
<p>It is ${new Date(store.now() * 1000).toISOString()} here.</p>
${Object.entries({ 'A day': 1, 'A week': 7, 'A month': 31, 'A year': 366 }).map(([label, days]) => button(`${label} later`, { advance: days * DAY }))}
<h2>Subscriptions</h2>
${table(['Customer', 'Plan', 'Status', 'Period ends'], subscriptions)}
<h2>Payments</h2>
${table(['Date', 'Customer', 'Amount', 'Money back'], payments.toReversed())}`
}

const send = (ctx: Context, content: Html | undefined, status: number): void => {
  ctx.status = content === undefined ? 404 : status
  ctx.set('Cache-Control', 'no-store')
  ctx.body = page(content ?? markup`<h1>This page is closed</h1>`)
}

/** Creates the pages on which people click through payments. They show the refusal of a form on its page. */
export const createPages = (store: Store): Router => {
  const router = new Router()
  const add = (path: string, show: Show) =>
    router
      .get(path, (ctx) => send(ctx, show(store, ctx.params['id'] ?? ''), 200))
      .post(path, async (ctx, next) => {
        try {
          await next()
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          send(ctx, show(store, ctx.params['id'] ?? '', error.message), error.status)
        }
      })
  add('/c/pay/:id', checkoutPage)
  add('/p/session/:id', portalPage)
  add('/', indexPage)
  return router
}
