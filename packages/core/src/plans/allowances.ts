import type { PlanId } from './plans.ts'

/** A number of something in a period. */
export interface Allowance {
  readonly amount: number
  readonly per: 'run' | 'day' | 'month'
  /** Whether a plan promises even more than this number. */
  readonly orMore?: true
}

/** The allowance of mailbox migrations; `gigabytes` for each account. */
export interface MigrationAllowance extends Allowance {
  readonly gigabytes?: number
  readonly accounts?: 'same account' | 'cross-account'
}

/** The allowances of a plan: verified email addresses, and migrations of mailboxes. */
export interface Allowances {
  readonly emails: Allowance
  readonly migrations: MigrationAllowance
}

/**
 * The allowances that the plans promise, from which all texts about them follow. Some limits that netbox enforces differ, as the
 * specification requires. Source: spec §6, §9.
 */
export const allowances = {
  free: { emails: { amount: 10, per: 'day' }, migrations: { amount: 1, per: 'day', gigabytes: 10 } },
  pro: {
    emails: { amount: 100_000, per: 'month' },
    migrations: { amount: 20, per: 'day', accounts: 'same account' },
  },
  enterprise: {
    emails: { amount: 1_000_000, per: 'month', orMore: true },
    migrations: { amount: 100, per: 'day', accounts: 'cross-account' },
  },
} as const satisfies Readonly<Record<PlanId, Allowances>>

/**
 * Formats a whole number with thousands separators, the same on every engine: `toLocaleString` depends on locale data.
 *
 * @example
 * groupDigits(12_500) // => '12,500'
 * groupDigits(999) // => '999'
 */
export const groupDigits = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Formats a number with a letter for thousands or millions: `100K`, `1M`. */
export const shortNumber = (count: number): string =>
  count >= 1_000_000 ? `${count / 1_000_000}M` : count >= 1000 ? `${count / 1000}K` : String(count)

/**
 * Formats the number of an allowance.
 *
 * @example
 * promisedAmount({ amount: 100_000, per: 'month' }) // => '100,000'
 * promisedAmount({ amount: 1_000_000, per: 'month', orMore: true }) // => '1M+'
 */
export const promisedAmount = ({ amount, orMore }: Allowance): string =>
  orMore === true ? `${shortNumber(amount)}+` : groupDigits(amount)
