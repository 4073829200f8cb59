import { groupDigits } from '../messages/group-digits.ts'
import { pricingLabels } from '../messages/pricing.ts'
import { planCard, planCards, type BillingInterval } from './plan-cards.ts'
import { plans, type PlanId } from './plans.ts'

/** Shows what one plan allows of a thing; `amount` is a number per `per`, or `null` where there is no limit. */
export type SummaryLine = { readonly plan: PlanId; readonly text: string; readonly amount: number | null }

/** Compares the plans in one thing. */
export type SummaryCard = { readonly title: string; readonly note: string; readonly lines: readonly SummaryLine[] }

/** Holds what the plan page shows besides the subscribe buttons. Source: spec §2, §6, §9. */
export const pricing = {
  currency: 'USD',
  intervals: ['monthly', 'annual'],
  annualBadge: pricingLabels.annualBadge,
  popularBadge: pricingLabels.popular,
  cards: planCards,
  faq: [
    { question: 'Can I cancel anytime?', answer: 'Yes. You keep access until the billing period ends.' },
    { question: 'Is there a money-back guarantee?', answer: 'Yes, for 30 days.' },
    {
      question: 'When does a change of plan take effect?',
      answer: 'An upgrade is immediate. A downgrade takes effect at the next billing cycle.',
    },
  ],
  /** What the dashboard says about a plan's limits. */
  limitTexts: {
    free: { emails: '10 emails/day', migrations: '1 migration/day' },
    pro: { emails: '100K emails', migrations: '20/day' },
    enterprise: { emails: '1M+', migrations: '100/day' },
  },
} as const

const emailSummary: SummaryCard = {
  title: 'Email verifications',
  note: 'Log scale, per month',
  lines: [
    { plan: 'free', text: '10 a day', amount: 300 },
    { plan: 'pro', text: '100,000 a month', amount: 100_000 },
    { plan: 'enterprise', text: '1M+ a month', amount: null },
  ],
}

const migrationSummary: SummaryCard = {
  title: 'Migrations',
  note: 'Requests are recorded, status pending',
  lines: [
    { plan: 'free', text: '10 GB per account', amount: 1 },
    { plan: 'pro', text: '20 a day, same account', amount: 20 },
    { plan: 'enterprise', text: '100 a day, cross-account', amount: 100 },
  ],
}

/**
 * Makes the three summary cards of the plan page. The third compares the daily runs of one tool.
 *
 * @param tool - the name of the example tool and its daily limits, where -1 is unlimited.
 */
export function summaryCards(tool: {
  readonly name: string
  readonly dailyLimit: Readonly<Record<PlanId, number>>
}): readonly [SummaryCard, SummaryCard, SummaryCard] {
  const lines = plans.map(({ id }) => runLine(id, tool.dailyLimit[id]))
  return [
    emailSummary,
    migrationSummary,
    { title: `Runs of one tool, ${tool.name}`, note: 'Every tool has its own limit', lines },
  ]
}

function runLine(plan: PlanId, limit: number): SummaryLine {
  if (limit === -1) return { plan, text: '∞ no limit', amount: null }
  return { plan, text: `${groupDigits(limit)} a day`, amount: limit }
}

/**
 * Tells how many per cent a year saves against twelve months, to the nearest whole number. Source: spec §9.
 *
 * @example
 * import { annualSaving } from '@netbox/core'
 * annualSaving('pro') // => 17
 * annualSaving('free') // => 0
 */
export function annualSaving(plan: PlanId): number {
  const { monthly, annual } = planCard(plan).price
  if (monthly === 0) return 0
  return Math.round((1 - annual / (12 * monthly)) * 100)
}

/** Holds the payment provider's price id of each paid plan and interval. They are configuration; any may be absent. */
export type PriceIds = {
  readonly [plan in Exclude<PlanId, 'free'>]?: { readonly [interval in BillingInterval]?: string | undefined }
}

/**
 * Finds the price id of a paid plan.
 *
 * @returns the id, or why there is none. Source: spec §5.
 * @example
 * priceIdFor('pro', 'annual', { pro: { annual: 'price_1' } }) // => { priceId: 'price_1' }
 * priceIdFor('pro', 'monthly', {}) // => { code: 'price_not_configured' }
 */
export function priceIdFor(
  plan: Exclude<PlanId, 'free'>,
  interval: BillingInterval,
  ids: PriceIds,
): { readonly priceId: string } | { readonly code: 'price_not_configured' } {
  const priceId = ids[plan]?.[interval]?.trim()
  return priceId ? { priceId } : { code: 'price_not_configured' }
}
