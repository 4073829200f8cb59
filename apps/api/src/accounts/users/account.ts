import type { PlanId } from '@netbox/core'
import type { Reader } from '../../database/database.ts'
import { hasFactor } from '../second-factor/repository.ts'

/** A user with their profile, at one point in time. */
export interface Account {
  readonly id: string
  readonly email: string
  /** The time when the address was confirmed, in epoch ms. */
  readonly confirmedAt: number | null
  readonly createdAt: number
  readonly status: 'active' | 'disabled'
  readonly isAdmin: boolean
  /** Whether sign-in needs a second factor. */
  readonly hasSecondFactor: boolean
  /** The current plan: free after a paid plan has ended. */
  readonly plan: PlanId
  readonly planExpiresAt: number | null
  readonly planSource: 'default' | 'admin' | 'billing'
}

/** The columns of an account. The columns of the profile are null for a user without a profile. */
export interface AccountRow {
  readonly user_id: string
  readonly user_email: string
  readonly confirmed_at: number | null
  readonly user_created_at: number
  readonly status: 'active' | 'disabled' | null
  readonly is_admin: 0 | 1 | null
  readonly plan: PlanId | null
  readonly plan_expires_at: number | null
  readonly plan_source: 'default' | 'admin' | 'billing' | null
  readonly has_factor: 0 | 1
}

/** The columns of `AccountRow`, for a query that joins `users` and `profiles`. */
export const accountColumns = [
  'users.id as user_id',
  'users.email as user_email',
  'users.confirmed_at',
  'users.created_at as user_created_at',
  'profiles.status',
  'profiles.is_admin',
  'profiles.plan',
  'profiles.plan_expires_at',
  'profiles.plan_source',
  hasFactor.as('has_factor'),
] as const

/** Starts a query of users with their profiles. */
export const fromAccounts = (queries: Reader) =>
  queries.selectFrom('users').leftJoin('profiles', 'profiles.id', 'users.id')

const planNow = (row: AccountRow, now: number): PlanId => {
  const isOver = row.plan_expires_at !== null && row.plan_expires_at <= now
  return isOver ? 'free' : (row.plan ?? 'free')
}

/** Converts a row to an account. A user without a profile has the fewest rights. */
export const toAccount = (row: AccountRow, now: number): Account => ({
  id: row.user_id,
  email: row.user_email,
  confirmedAt: row.confirmed_at,
  createdAt: row.user_created_at,
  status: row.status ?? 'active',
  isAdmin: row.is_admin === 1,
  hasSecondFactor: row.has_factor === 1,
  plan: planNow(row, now),
  planExpiresAt: row.plan_expires_at,
  planSource: row.plan_source ?? 'default',
})
