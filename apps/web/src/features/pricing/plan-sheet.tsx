import { type BillingInterval, type PlanCard, type PlanId, pricing } from '@netbox/core'
import { type Notice, pricingLabels, subscribeNotices } from '@netbox/product'
import type { ComponentType } from 'react'
import { Status, StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { RingGlyph } from '../../components/ui/glyphs/ring-glyph.tsx'
import { SourceGlyph, StepGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { pricingTexts } from '../../texts/pricing.ts'
import { holds } from './use-subscribe.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as styles from './plan-sheet.module.css'

/** A displayed price: the amount, its period, and a note. */
interface ShownPrice {
  readonly amount: string
  readonly per: string
  readonly note: string
}

const dollars = (amount: number): string => `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`

/** Shows the price of a plan for an interval. */
export const priceOf = ({ price }: PlanCard, interval: BillingInterval): ShownPrice => {
  const amount = price[interval]
  if (amount === 0) return { amount: dollars(0), per: pricingTexts.forGood, note: pricingTexts.noCard }
  if (interval === 'monthly')
    return { amount: dollars(amount), per: pricingTexts.aMonth, note: pricingTexts.cancelAnytime }
  return { amount: dollars(amount), per: pricingTexts.aYear, note: pricingTexts.monthlyOf(dollars(amount / 12)) }
}

const nodes: Readonly<Record<PlanId, ComponentType>> = {
  free: SourceGlyph,
  pro: StepGlyph,
  enterprise: RingGlyph,
}

/** Returns the text of a plan's button, which depends on the user's current plan. */
const buttonText = ({ id, name }: PlanCard, current: PlanId): string => {
  if (id === current) return id === 'free' ? subscribeNotices.already_on_free_plan.title : pricingTexts.yourPlan
  return holds(current, id) ? pricingTexts.included : pricingLabels.subscribe(name)
}

const Missing = () => (
  <svg viewBox="0 0 18 18" aria-hidden="true">
    <path d="M3 9h12" stroke="currentColor" strokeWidth="1.8" strokeDasharray="3 2.5" />
  </svg>
)

const Lines = ({ card: { name, features, limitations } }: { readonly card: PlanCard }) => (
  <ul aria-label={pricingTexts.features(name)}>
    {features.map((text) => (
      <li key={text}>
        <StatusGlyph severity="pass" />
        <span>{text}</span>
      </li>
    ))}
    {limitations.map((text) => (
      <li key={text} className={styles.no}>
        <Missing />
        <span>{text}</span>
      </li>
    ))}
  </ul>
)

interface PlanSheetProps {
  readonly card: PlanCard
  readonly interval: BillingInterval
  readonly current: PlanId
  readonly isBusy: boolean
  /** Whether no plan can be bought at the moment. */
  readonly isOff: boolean
  readonly problem: Notice | undefined
  readonly onSubscribe: () => void
}

/** One plan: its price, its content, and the button. */
export const PlanSheet = ({ card, interval, current, isBusy, isOff, problem, onSubscribe }: PlanSheetProps) => {
  const Node = nodes[card.id]
  const { amount, per, note } = priceOf(card, interval)
  const isNothingToDo = holds(current, card.id)
  const variant = isNothingToDo ? styles.off : card.popular ? buttonStyles.go : buttonStyles.inkb
  return (
    <section className={card.popular ? `${styles.plan} ${styles.popular}` : styles.plan} aria-label={card.name}>
      <span className={styles.planNode}>
        <Node />
      </span>
      <header>
        <h2>{card.name}</h2>
        {card.popular ? <span className={styles.pin}>{pricing.popularBadge}</span> : null}
      </header>
      <p className="muted">{card.audience}</p>
      <p className={styles.price}>
        <b>{amount}</b>{' '}
        <span>
          {per}
          <br />
          <i>{note}</i>
        </span>
      </p>
      {/* The button of the free plan can be pressed although no action is possible: it then shows the reason. */}
      <button
        type="button"
        className={`${buttonStyles.btn} ${styles.btn} ${variant}`}
        aria-disabled={isBusy || (isNothingToDo && card.id !== 'free')}
        disabled={isOff}
        onClick={onSubscribe}
      >
        {isBusy ? pricingLabels.subscribing : buttonText(card, current)}
      </button>
      <div role="alert">
        {problem === undefined ? null : (
          <p className={styles.planProblem}>
            <Status severity={card.id === 'free' ? 'info' : 'critical'}>{problem.title}</Status>
            {problem.message}
          </p>
        )}
      </div>
      <Lines card={card} />
    </section>
  )
}
