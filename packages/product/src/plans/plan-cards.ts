import {
  type Allowance,
  type Allowances,
  allowances,
  findTool,
  groupDigits,
  type PlanCard,
  type PlanId,
  plans,
  pricing,
  promisedAmount,
} from '@netbox/core'
import { verificationAllowances } from '../email-verification/allowance.ts'

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
 * Returns the allowances that netbox enforces on a plan.
 *
 * @example
 * import { enforcedAllowances } from '@netbox/product'
 * enforcedAllowances('pro').migrations // => { amount: 10, per: 'day' }
 */
export function enforcedAllowances(plan: PlanId): Allowances {
  const migrations: Allowance = { amount: findTool('email-migration')?.limits[plan] ?? 0, per: 'day' }
  return { emails: verificationAllowances[plan], migrations }
}

/**
 * Returns the amount with thousands separators, what is counted, and the period: `in each run`, `a day` or `a month`.
 *
 * @param noun - what is counted, with a space before it; by default nothing.
 *
 * @example
 * import { allowanceText } from '@netbox/product'
 * allowanceText({ amount: 10, per: 'run' }, ' emails') // => '10 emails in each run'
 * allowanceText({ amount: 1_000_000, per: 'month' }) // => '1,000,000 a month'
 */
export function allowanceText({ amount, per }: Allowance, noun = ''): string {
  return `${groupDigits(amount)}${noun} ${per === 'run' ? 'in each run' : `a ${per}`}`
}

/** A claim of a plan's card. `limit` is what netbox enforces, if it is less than what the claim says. */
export type LimitedClaim = { readonly text: string; readonly limit?: string }

/**
 * Returns the claims of a plan's card with the limits that netbox enforces.
 *
 * @example
 * import { planClaims } from '@netbox/product'
 * planClaims('pro')[2] // => { text: '20 migrations per day', limit: 'Limit: 10 a day' }
 */
export function planClaims(plan: PlanId): LimitedClaim[] {
  const enforced = enforcedAllowances(plan)
  const promised: Allowances = allowances[plan]
  return pricing.claims[plan].map(({ text, allowance }) => {
    if (allowance === undefined || isEqual(promised[allowance], enforced[allowance])) return { text }
    return { text, limit: `Limit: ${allowanceText(enforced[allowance])}` }
  })
}

function isEqual(promised: Allowance, enforced: Allowance): boolean {
  return promised.amount === enforced.amount && promised.per === enforced.per && promised.orMore !== true
}

const DAYS_OF_MONTH = 30

function emailLine(plan: PlanId): SummaryLine {
  const emails: Allowance = allowances[plan].emails
  const { amount, per, orMore = false } = emails
  return {
    plan,
    text: `${promisedAmount(emails)} a ${per}`,
    amount: orMore ? null : per === 'day' ? amount * DAYS_OF_MONTH : amount,
  }
}

function migrationLine(plan: PlanId): SummaryLine {
  const { amount, gigabytes, accounts }: Allowances['migrations'] = allowances[plan].migrations
  const text = gigabytes === undefined ? `${amount} a day, ${accounts}` : `${gigabytes} GB per account`
  return { plan, text, amount }
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
    { title: 'Email verifications', note: 'Log scale, per month', lines: plans.map(({ id }) => emailLine(id)) },
    {
      title: 'Migrations',
      note: 'Requests are recorded, status pending',
      lines: plans.map(({ id }) => migrationLine(id)),
    },
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
