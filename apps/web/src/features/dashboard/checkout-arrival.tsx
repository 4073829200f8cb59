import type { PlanId } from '@netbox/core'
import { useEffect, useState } from 'react'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { loadAccount } from '../../lib/api.ts'
import { useCheckoutReturn } from '../../lib/checkout-return.ts'
import { currentSession } from '../../lib/session-state.ts'
import { billingNotices, billingTexts } from '../../texts/billing.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as styles from './checkout-arrival.module.css'

/** The waits between checks, in milliseconds: the events of a payment usually arrive within seconds, but may be late. */
const WAITS = [1000, 1000, 2000, 3000, 5000, 8000, 13_000, 20_000] as const
/** A user who already has a plan waits only for a better one, so this many checks are enough. */
const ENOUGH = 4

/** The options of waiting for a plan. */
interface AwaitPlanOptions {
  /** Requests the plan from the service; may reject. */
  readonly check: () => Promise<void>
  /** Returns whether there is a plan now. */
  readonly hasPlan: () => boolean
  /** Rejects when the wait is cancelled. */
  readonly wait: (milliseconds: number) => Promise<void>
}

/** Checks for a paid plan at growing intervals, for about a minute. */
export const awaitPlan = async ({ check, hasPlan, wait }: AwaitPlanOptions): Promise<void> => {
  for (const [checks, milliseconds] of WAITS.entries()) {
    // A failed check is ignored: a later one may succeed.
    await check().catch(() => undefined)
    if (hasPlan() && checks >= ENOUGH) return
    await wait(milliseconds)
  }
  await check().catch(() => undefined)
}

const hasPlan = (): boolean => (currentSession().user?.plan ?? 'free') !== 'free'
const check = async (): Promise<void> => (await loadAccount()).keeper.refreshPlan()

const waitUntilGone =
  (signal: AbortSignal) =>
  async (milliseconds: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(new DOMException('The wait was cancelled.', 'AbortError'))
      })
    })

/** Waits for the paid plan. Returns whether the wait has ended without one. A new `round` starts the wait again. */
const usePlanAwaited = (isAwaited: boolean, round: number): boolean => {
  const [endedRound, end] = useState<number>()
  useEffect(() => {
    if (!isAwaited) return undefined
    const controller = new AbortController()
    awaitPlan({ check, hasPlan, wait: waitUntilGone(controller.signal) }).then(
      () => end(round),
      // The component was removed, so there is nothing to show.
      () => undefined,
    )
    return () => controller.abort()
  }, [isAwaited, round])
  return endedRound === round
}

/** Shows the outcome to a user who returns from a payment, as soon as it is known. */
export const CheckoutArrival = ({ plan }: { readonly plan: PlanId }) => {
  const isBack = useCheckoutReturn() === 'success'
  const [round, setRound] = useState(0)
  const isOver = usePlanAwaited(isBack, round)
  if (!isBack) return null
  const waiting = isOver ? billingNotices.late : billingNotices.waiting
  return (
    <div className={styles.checkoutArrival}>
      <FormAlert
        severity={plan === 'free' ? 'info' : 'pass'}
        notice={plan === 'free' ? waiting : billingNotices.paid(plan)}
      >
        {isOver && plan === 'free' ? (
          <button type="button" className={`${buttonStyles.btn} sm`} onClick={() => setRound(round + 1)}>
            {billingTexts.lookAgain}
          </button>
        ) : null}
      </FormAlert>
    </div>
  )
}
