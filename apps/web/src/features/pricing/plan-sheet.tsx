import { type BillingInterval, type PlanCard, type PlanId, pricing } from '@netbox/core'
import { type Notice, planClaims, pricingLabels, subscribeNotices } from '@netbox/product'
import type { ComponentType, ReactNode } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Status, StatusGlyph, RingGlyph, SourceGlyph, StepGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { pricingTexts } from '../../texts/billing.ts'
import { holds } from './use-subscribe.ts'

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

interface LineProps {
  readonly glyph: ReactNode
  readonly isMissing?: boolean
  readonly text: string
  /** The limit that netbox enforces, if it differs from the text. */
  readonly enforced?: string | undefined
}

const Line = ({ glyph, isMissing = false, text, enforced }: LineProps) => (
  <li
    className={`flex gap-2.5 border-rule py-2 leading-ui not-first:border-t [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:flex-none ${isMissing ? 'text-ink-3' : ''}`}
  >
    {glyph}
    <span>
      {text} {enforced === undefined ? null : <span className="block text-sm text-ink-3">{enforced}</span>}
    </span>
  </li>
)

const Lines = ({ card: { id, name, limitations } }: { readonly card: PlanCard }) => (
  <ul className="mt-5" aria-label={pricingTexts.features(name)}>
    {planClaims(id).map(({ text, limit }) => (
      <Line key={text} glyph={<StatusGlyph severity="pass" />} text={text} enforced={limit} />
    ))}
    {limitations.map((text) => (
      <Line key={text} glyph={<Missing />} isMissing text={text} />
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
  const isLast = card === pricing.cards.at(-1)
  const isFree = card.id === 'free'
  const look = card.popular
    ? 'border-2 border-signal bg-well lg:px-8'
    : 'border border-rule-2 bg-sheet lg:first:border-r-0 lg:last:border-l-0'
  return (
    <section className={`relative px-7 pt-6 pb-8 max-lg:p-5 print:break-inside-avoid ${look}`} aria-label={card.name}>
      <span
        className={`absolute top-[-37px] left-7 z-1 max-lg:top-6 max-lg:left-[-33px] max-lg:bg-paper [&>svg]:size-4.5 ${isLast ? '[--color-sheet:var(--color-paper)] max-lg:-bottom-px' : ''}`}
      >
        <Node />
      </span>
      <header className="mb-1 flex items-center justify-between">
        <h2 className="text-xl">{card.name}</h2>
        {card.popular ? (
          <span className="rounded-sm bg-signal px-2 py-1 text-sm leading-none font-semibold text-signal-ink forced-color-adjust-none forced-colors:bg-selected forced-colors:text-selected-ink">
            {pricing.popularBadge}
          </span>
        ) : null}
      </header>
      <p className="muted">{card.audience}</p>
      <p className="my-5 flex items-end gap-3" data-price>
        <b className="font-display text-hero leading-none font-medium tracking-hero lining-nums forced-color-adjust-none">
          {amount}
        </b>{' '}
        <span className="text-ui leading-ui text-ink-2">
          {per}
          <br />
          <span className="text-ink-3">{note}</span>
        </span>
      </p>
      {/* The button of the free plan can be pressed although no action is possible: it then shows the reason. */}
      <Button
        variant={isNothingToDo ? 'refusing' : card.popular ? 'primary' : 'paid'}
        className="w-full"
        aria-disabled={isBusy || (isNothingToDo && !isFree)}
        disabled={isOff}
        onClick={onSubscribe}
      >
        {isBusy ? pricingLabels.subscribing : buttonText(card, current)}
      </Button>
      <div role="alert">
        {problem === undefined ? null : (
          <p
            className={`mt-3 grid gap-1 border-l-4 px-3 py-2.5 text-ui ${isFree ? 'border-info bg-info-wash' : 'border-crit bg-crit-wash'}`}
          >
            <Status severity={isFree ? 'info' : 'critical'}>{problem.title}</Status>
            {problem.message}
          </p>
        )}
      </div>
      <Lines card={card} />
    </section>
  )
}
