import { Router } from '@koa/router'
import { DAY } from './operations.ts'
import { type Form, type FormState, named, textAt } from './requests.ts'
import type { Customer, PortalSession, Price, Store, Subscription } from './store.ts'
import { changeCard, changePrice, endWithPeriod, livingOf, payCheckout, refund } from './subscriptions.ts'

/** A subscription and its new price. */
export type PlanChange = readonly [Subscription, Price]

/** Returns the plan change that a customer came to confirm; undefined if the link opens the whole portal. */
export const changeOf = ({ tables }: Store, { flow }: PortalSession): PlanChange | undefined => {
  const confirm = flow?.subscription_update_confirm
  const subscription = tables.subscriptions[confirm?.subscription ?? '']
  const price = tables.prices[confirm?.items[0]?.price ?? '']
  return subscription === undefined || price === undefined ? undefined : [subscription, price]
}

/** Changes the card, or cancels or resumes a subscription. */
const manage = (store: Store, customer: Customer, form: Form): void => {
  if (form['action'] === 'card') return changeCard(store, customer, textAt(form, 'number'))
  for (const living of livingOf(store, customer.id))
    if (living.id === form['subscription']) endWithPeriod(store, living, form['action'] === 'cancel')
}

/** Serves what customers submit on the provider's pages, and what developers submit on the index page. */
export const serveForms = (store: Store, advance: (seconds: number) => void): Router<FormState> => {
  const router = new Router<FormState>()
  const add = (path: string, submit: (form: Form, id: string) => string) =>
    router.post(path, (ctx) => {
      ctx.redirect(submit(ctx.state.form, ctx.params['id'] ?? ''))
      ctx.status = 303
    })
  add('/c/pay/:id', (form, id) => {
    const session = named(store.tables.sessions, id)
    payCheckout(store, session, textAt(form, 'number'))
    return session.success_url
  })
  add('/p/session/:id', (form, id) => {
    const session = named(store.tables.portalSessions, id)
    const change = changeOf(store, session)
    if (change === undefined) {
      manage(store, named(store.tables.customers, session.customer), form)
      return `/p/session/${id}`
    }
    changePrice(store, ...change)
    const to = session.flow?.after_completion.redirect.return_url ?? session.return_url
    session.flow = null
    return to
  })
  add('/', (form) => {
    const seconds = Number(form['advance'] ?? 0)
    if (seconds > 0 && seconds <= 1000 * DAY) advance(seconds)
    else refund(store, named(store.tables.charges, textAt(form, 'refund')))
    return '/'
  })
  return router
}
