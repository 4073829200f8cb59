import type { Profile } from '@netbox/contract'
import type { Account } from '../accounts/account.ts'
import { isoTime, isoTimeOrNull } from './iso-time.ts'

/** Shows a profile to admins, or to its owner. */
export const presentProfile = (account: Account): Profile => ({
  id: account.id,
  email: account.email,
  status: account.status,
  is_admin: account.isAdmin,
  plan: account.plan,
  plan_expires_at: isoTimeOrNull(account.planExpiresAt),
  created_at: isoTime(account.createdAt),
})
