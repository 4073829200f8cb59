import { type BillingInterval, findTool, type PlanId, planName, pricing } from '@netbox/core'
import { pricingLabels, summaryCards, type SummaryCard, type SummaryLine } from '@netbox/product'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { ManageSubscription, useCheckoutReturn } from '../../components/billing/subscription.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Chip } from '../../components/ui/chips.tsx'
import { FormAlert, ServiceOff } from '../../components/ui/form-alert.tsx'
import { useServices } from '../../lib/session/services.ts'
import { billingNotices, billingTexts, pricingTexts } from '../../texts/billing.ts'
import { PlanSheet } from './plan-sheet.tsx'
import { useSubscribe } from './use-subscribe.ts'

interface SwitchProps {
  readonly interval: BillingInterval
  readonly onChange: (interval: BillingInterval) => void
}

/** Chooses between monthly and yearly payment. */
const IntervalSwitch = ({ interval, onChange }: SwitchProps) => {
  const name = useId()
  return (
    <div className="flex items-center gap-3 max-lg:mt-5">
      <fieldset className="flex rounded-md border border-control bg-well p-0.5">
        <legend className="vh">{pricingTexts.interval}</legend>
        {pricing.intervals.map((one) => (
          <label
            key={one}
            className="flex h-9 cursor-pointer items-center rounded-sm px-4.5 font-semibold text-ink-2 has-checked:bg-selected has-checked:text-selected-ink has-checked:forced-color-adjust-none holds-focus"
          >
            <input
              className="absolute opacity-0"
              type="radio"
              name={name}
              checked={one === interval}
              onChange={() => onChange(one)}
            />
            {pricingLabels[one]}
          </label>
        ))}
      </fieldset>
      <Chip variant="signal">{pricing.annualBadge}</Chip>
    </div>
  )
}

const LONGEST = 120
const MOST_PER_DECADE = 40
const SHORTEST = 6

/** Returns the length of each amount's line: one step for every power of ten, and one more for an unlimited amount. */
export const summaryScale = (lines: readonly SummaryLine[]): number[] => {
  const known = lines.flatMap(({ amount }) => (amount === null ? [] : [Math.log10(amount)]))
  const most = Math.max(...known)
  const decades = lines.some(({ amount }) => amount === null) ? most + 1 : most
  const step = Math.min(MOST_PER_DECADE, LONGEST / decades)
  return lines.map(({ amount }) =>
    Math.max(SHORTEST, Math.round(step * (amount === null ? most + 1 : Math.log10(amount)))),
  )
}

const Line = ({ line, width }: { readonly line: SummaryLine; readonly width: number }) => {
  const isEndless = line.amount === null
  return (
    <div className="grid min-h-6 grid-cols-[78px_1fr] items-center text-sm">
      <dt className="text-ink-2">{planName(line.plan)}</dt>
      <dd className="flex items-center gap-2 font-semibold">
        <svg
          className="flex-none overflow-visible fill-none stroke-signal stroke-3"
          width={width + 8}
          height="14"
          aria-hidden="true"
        >
          <path d={`M0 7H${width}`} strokeDasharray={isEndless ? '4 3' : undefined} />
          {isEndless ? (
            <circle className="fill-paper" cx={width} cy="7" r="4.5" />
          ) : (
            <path className="fill-signal stroke-none" d={`M${width - 4.5} 2.5h9v9h-9z`} />
          )}
        </svg>
        {line.text}
      </dd>
    </div>
  )
}

/** Compares one limit of all plans, each as a line whose length shows the limit. */
const Summary = ({ card: { title, note, lines } }: { readonly card: SummaryCard }) => {
  const widths = summaryScale(lines)
  return (
    <section
      data-summary
      className="border-rule-2 py-4.5 max-lg:border-b lg:pr-7 lg:not-last:border-r lg:not-first:pl-7"
    >
      <h2 className="mb-3 text-md">{title}</h2>
      <dl>
        {lines.map((line, at) => (
          <Line key={line.plan} line={line} width={widths[at] ?? 0} />
        ))}
      </dl>
      <p className="mt-2.5 text-xs text-ink-3">{note}</p>
    </section>
  )
}

const Summaries = () => {
  const example = findTool('mx')
  if (example === undefined) return null
  return (
    <div
      className="grid grid-cols-3 border-t-2 border-ink max-lg:grid-cols-1"
      role="group"
      aria-label={pricingTexts.summaries}
    >
      {summaryCards({ name: example.name, dailyLimit: example.limits }).map((card) => (
        <Summary key={card.title} card={card} />
      ))}
    </div>
  )
}

const Questions = () => (
  <section
    className="mt-20 grid grid-cols-[1fr_2fr] gap-10 max-lg:mt-16 max-lg:grid-cols-1 max-lg:gap-5"
    aria-labelledby="questions"
  >
    <h2 className="text-2xl" id="questions">
      {pricingTexts.questions}
    </h2>
    <div className="divide-y divide-rule-2 border-t border-rule-2">
      <dl className="divide-y divide-rule-2">
        {pricing.faq.map(({ question, answer }) => (
          <div key={question} className="grid grid-cols-2 gap-x-6 gap-y-1.5 py-4 max-lg:grid-cols-1">
            <dt className="font-semibold">{question}</dt>
            <dd className="text-ink-2">{answer}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-4">
        <Link href="/help#limits">{pricingTexts.limits}</Link>
      </p>
    </div>
  </section>
)

/** A message for users who return without a purchase, or who have a paid plan. */
const Standing = ({ plan }: { readonly plan: PlanId }) => {
  const isBack = useCheckoutReturn() === 'canceled'
  return (
    <>
      <FormAlert className="mb-7" severity="info" notice={isBack ? billingNotices.canceled : undefined} />
      {plan === 'free' ? null : (
        <Card className="mb-7" title={billingTexts.onPlan(plan)}>
          <ManageSubscription />
        </Card>
      )}
    </>
  )
}

// The line from plan to plan, dashed after the last one. In a narrow place, it runs down the side, and every plan is a stop on it.
const LINE = [
  'before:absolute before:top-2 before:right-[calc(30.5%-10px)] before:left-9 before:h-0.5 before:bg-signal',
  'max-lg:before:top-7 max-lg:before:right-auto max-lg:before:bottom-0 max-lg:before:left-2 max-lg:before:h-auto max-lg:before:w-0.5',
  'after:absolute after:top-2 after:right-0 after:left-[calc(69.5%+24px)] after:border-0 after:border-t-2 after:border-dotted after:border-signal-soft',
  'max-lg:after:hidden',
].join(' ')

/** The plans: their differences, their prices, and common questions before a purchase. */
export const Pricing = () => {
  const [interval, setInterval] = useState<BillingInterval>('monthly')
  const { busy, problem, plan = 'free', subscribe } = useSubscribe()
  const isOff = useServices().isOff('billing')
  const [first, second] = pricingTexts.title
  return (
    <div className="wrap">
      <header className="flex items-end justify-between gap-8 pt-16 pb-9 max-lg:block max-lg:py-7">
        <h1 className="text-page leading-tight tracking-hero">
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
      <div
        className={`relative mt-12 grid grid-cols-[1fr_1.08fr_1fr] pt-9 max-lg:mt-9 max-lg:grid-cols-1 max-lg:gap-4 max-lg:pt-0 max-lg:pl-8 ${LINE}`}
      >
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
