import { type BillingInterval, findTool, type PlanId, pricing } from '@netbox/core'
import { summaryCards } from '@netbox/product'
import { useState } from 'react'
import { Link } from 'wouter'
import { ManageSubscription } from '../../components/billing/manage-subscription.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { ServiceOff } from '../../components/ui/service-off.tsx'
import { useCheckoutReturn } from '../../lib/checkout-return.ts'
import { useServices } from '../../lib/use-services.ts'
import { billingNotices, billingTexts } from '../../texts/billing.ts'
import { pricingTexts } from '../../texts/pricing.ts'
import { IntervalSwitch } from './interval-switch.tsx'
import { PlanSheet } from './plan-sheet.tsx'
import { Summary } from './summary.tsx'
import { useSubscribe } from './use-subscribe.ts'
import * as styles from './pricing.module.css'

const Summaries = () => {
  const example = findTool('mx')
  if (example === undefined) return null
  return (
    <div className={styles.sums} role="group" aria-label={pricingTexts.summaries}>
      {summaryCards({ name: example.name, dailyLimit: example.limits }).map((card) => (
        <Summary key={card.title} card={card} />
      ))}
    </div>
  )
}

const Questions = () => (
  <section className={styles.faq} aria-labelledby="questions">
    <h2 id="questions">{pricingTexts.questions}</h2>
    <div>
      <dl>
        {pricing.faq.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.faqMore}>
        <Link href="/help#limits">{pricingTexts.limits}</Link>
      </p>
    </div>
  </section>
)

/** A message for users who return without a purchase, or who have a paid plan. */
const Standing = ({ plan }: { readonly plan: PlanId }) => {
  const isBack = useCheckoutReturn() === 'canceled'
  return (
    <div className={styles.pricingNow}>
      <FormAlert severity="info" notice={isBack ? billingNotices.canceled : undefined} />
      {plan === 'free' ? null : (
        <div className={styles.pricingOwn}>
          <p>
            <b>{billingTexts.onPlan(plan)}</b>
          </p>
          <ManageSubscription />
        </div>
      )}
    </div>
  )
}

/** The plans: their differences, their prices, and common questions before a purchase. */
export const Pricing = () => {
  const [interval, setInterval] = useState<BillingInterval>('annual')
  const { busy, problem, plan = 'free', subscribe } = useSubscribe()
  const isOff = useServices().isOff('billing')
  const [first, second] = pricingTexts.title
  return (
    <div className="wrap">
      <header className={styles.pricingHead}>
        <h1>
          {first}
          <br />
          {second}
        </h1>
        <IntervalSwitch interval={interval} onChange={setInterval} />
      </header>
      <ServiceOff service="billing" isOff={isOff}>
        <Link href="/help#limits">{pricingTexts.whatPlansHold}</Link>
      </ServiceOff>
      <Standing plan={plan} />
      <Summaries />
      <div className={styles.plans}>
        {pricing.cards.map((card) => (
          <PlanSheet
            key={card.id}
            card={card}
            interval={interval}
            current={plan}
            isBusy={busy === card.id}
            isOff={isOff}
            problem={problem?.plan === card.id ? problem.notice : undefined}
            onSubscribe={() => subscribe(card.id, interval)}
          />
        ))}
      </div>
      <Questions />
    </div>
  )
}
