import { type BillingInterval, type PlanId, plans as allPlans } from '@netbox/core'
import { checkoutFailed, checkSubscribe, type Notice, type PriceIds, subscribeNotices, toasts } from '@netbox/product'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { loadApi } from '../../lib/session/load-account.ts'
import { type SessionState, useSession } from '../../lib/session/session.ts'
import { dismissToastsSaying, toast } from '../../lib/page/toasts.ts'
import { failureOf } from '../../lib/session/requests.ts'
import { openPaymentPage } from '../../components/billing/subscription.tsx'
import type { ResponseOf } from '@netbox/contract'

const rankOf = (plan: PlanId): number => allPlans.findIndex(({ id }) => id === plan)

/** Returns whether a plan includes another plan; each plan includes itself. */
export const holds = (plan: PlanId, other: PlanId): boolean => rankOf(plan) >= rankOf(other)

/** Returns the price ids of the paid plans in the form that core's subscription check expects. */
export const priceIdsOf = ({ plans }: ResponseOf<'plans.list'>): PriceIds =>
  Object.fromEntries(
    plans
      .filter(({ id }) => id !== 'free')
      .map(({ id, price_ids: { monthly, annual } }) => [
        id,
        { monthly: monthly ?? undefined, annual: annual ?? undefined },
      ]),
  )

/** Loads the configured price ids from the service. */
const loadPriceIds = async (): Promise<PriceIds> => priceIdsOf(await (await loadApi()).call('plans.list'))

/** The plan that a checkout buys. */
interface CheckoutOrder {
  readonly priceId: string
  readonly planName: string
}

/** Starts a checkout and opens it; returns the error if it could not start. */
const startCheckout = async ({ priceId, planName }: CheckoutOrder): Promise<Notice | undefined> => {
  try {
    const client = await loadApi()
    openPaymentPage(await client.call('subscription.checkout', { body: { priceId, planName } }))
    toast('pass', toasts.redirectingToCheckout)
    return undefined
  } catch (error) {
    return checkoutFailed(failureOf(error).message)
  }
}

interface Wish {
  readonly plan: PlanId
  readonly interval: BillingInterval
}

/** The reason why a purchase can't start, and whether signing in would help. */
interface Problem {
  readonly plan: PlanId
  readonly notice: Notice
  readonly needsLogin: boolean
}

/** Starts a purchase and opens the checkout; returns the problem if there is one. Prices are loaded last, because they need the service. */
const subscribe = async ({ plan, interval }: Wish, { user }: SessionState): Promise<Problem | undefined> => {
  // A user who already has the plan has nothing to buy. For the free plan, core returns the reason.
  if (plan !== 'free' && user !== undefined && holds(user.plan, plan)) return undefined
  const asked = { plan, interval, session: user }
  const first = checkSubscribe({ ...asked, ids: {} })
  if (!first.allowed && first.code !== 'price_not_configured')
    return { plan, notice: first, needsLogin: first.code === 'authentication_required' }
  try {
    const decision = checkSubscribe({ ...asked, ids: await loadPriceIds() })
    const notice = decision.allowed ? await startCheckout(decision) : decision
    return notice === undefined ? undefined : { plan, notice, needsLogin: false }
  } catch (error) {
    return { plan, notice: checkoutFailed(failureOf(error).message), needsLogin: false }
  }
}

/** Subscribes to a plan as soon as the user is known. */
export const useSubscribe = () => {
  const session = useSession()
  const [, navigate] = useLocation()
  const [wish, setWish] = useState<Wish>()
  const [problem, setProblem] = useState<Problem>()
  const started = useRef<Wish>(undefined)

  // The sign-in leads back here, and the toast that asked for it may still be visible.
  useEffect(() => {
    if (session.status === 'user') dismissToastsSaying(subscribeNotices.authentication_required.message)
  }, [session.status])

  useEffect(() => {
    if (wish === undefined || session.status === 'loading' || started.current === wish) return
    started.current = wish
    const begin = async (): Promise<void> => {
      const found = await subscribe(wish, session)
      setWish(undefined)
      setProblem(found)
      if (found !== undefined) toast(found.plan === 'free' ? 'info' : 'warning', found.notice)
      if (found?.needsLogin === true) navigate('/login?next=/pricing')
    }
    void begin()
  }, [wish, session, navigate])

  return {
    /** The plan of the current purchase. */
    busy: wish?.plan,
    problem,
    plan: session.user?.plan,
    subscribe: (plan: PlanId, interval: BillingInterval): void => {
      if (wish !== undefined || (plan === 'free' && session.user !== undefined && session.user.plan !== 'free')) return
      setProblem(undefined)
      setWish({ plan, interval })
    },
  }
}
