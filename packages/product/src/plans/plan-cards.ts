import { type PlanCard, type PlanId, plans, pricing } from '@netbox/core'
import { FREE_VERIFICATION_LIMIT, MONTHLY_VERIFICATIONS } from '../email-verification/allowance.ts'
import { groupDigits } from '../messages/group-digits.ts'

/** One plan's limit: its text, and the number by which the card compares the plans; `amount` is `null` for no limit. */
export type SummaryLine = { readonly plan: PlanId; readonly text: string; readonly amount: number | null }

/** A card that compares one limit of the plans. */
export type SummaryCard = { readonly title: string; readonly note: string; readonly lines: readonly SummaryLine[] }

/**
 * Finds the card of a plan.
 *
 * @example
 * import { planCard } from '@netbox/product'
 * planCard('pro').price // => { monthly: 9, annual: 90 }
 */
export function planCard(plan: PlanId): PlanCard {
  const [free, pro, enterprise] = pricing.cards
  return { free, pro, enterprise }[plan]
}

/**
 * Returns the limits that netbox enforces where a plan's features have other numbers, by feature.
 *
 * @param migrations - the daily limit of mailbox migrations on the plan.
 *
 * @example
 * import { enforcedLimits } from '@netbox/product'
 * enforcedLimits('pro', 10) // => { '20 migrations per day': 'Limit: 10 a day' }
 */
export function enforcedLimits(plan: PlanId, migrations: number): Readonly<Record<string, string>> {
  const daily = `Limit: ${groupDigits(migrations)} a day`
  return {
    free: {
      '10 email verifications per day': `Limit: ${FREE_VERIFICATION_LIMIT} in each run`,
      '10 GB migration per account': daily,
    },
    pro: { '20 migrations per day': daily },
    enterprise: {
      '1M+ email verifications per month': `Limit: ${groupDigits(MONTHLY_VERIFICATIONS.enterprise)} a month`,
      '100 migrations per day, cross-account': daily,
    },
  }[plan]
}

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
 * Returns the three summary cards of the plan page. The third compares the daily runs of one tool.
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
 * Returns the percentage that a year saves compared with twelve months, to the nearest whole number. Source: spec §9.
 *
 * @example
 * import { annualSaving } from '@netbox/product'
 * annualSaving('pro') // => 17
 * annualSaving('free') // => 0
 */
export function annualSaving(plan: PlanId): number {
  const { monthly, annual } = planCard(plan).price
  if (monthly === 0) return 0
  return Math.round((1 - annual / (12 * monthly)) * 100)
}
