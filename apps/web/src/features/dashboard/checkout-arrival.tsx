import type { PlanId } from '@netbox/core'
import { useEffect, useState } from 'react'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { loadAccount } from '../../lib/api.ts'
import { useCheckoutReturn } from '../../lib/checkout-return.ts'
import { currentSession } from '../../lib/session-state.ts'
import { billingNotices, billingTexts } from '../../texts/billing.ts'
import { awaitPlan } from './await-plan.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as styles from './checkout-arrival.module.css'

const hasPlan = (): boolean => (currentSession().user?.plan ?? 'free') !== 'free'
const check = async (): Promise<void> => (await loadAccount()).keeper.refreshPlan()

const waitUntilGone =
  (signal: AbortSignal) =>
  async (milliseconds: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(new DOMException('Nobody waits any more.', 'AbortError'))
      })
    })

/** Waits for the paid plan; returns whether it gave up. `round` starts again. */
const usePlanAwaited = (isAwaited: boolean, round: number): boolean => {
  const [endedRound, end] = useState<number>()
  useEffect(() => {
    if (!isAwaited) return undefined
    const controller = new AbortController()
    awaitPlan({ check, hasPlan, wait: waitUntilGone(controller.signal) }).then(
      () => end(round),
      // The component is gone, so there is nothing to show.
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
