import type { Profile, ServiceControl } from '@netbox/contract'
import type { Account } from '../../accounts/account.ts'
import type { ServiceControlTable } from '../../db/schema.ts'
import { isoTime, isoTimeOrNull } from '../../presenters/iso-time.ts'

/** Shows a profile in the admin's list. */
export const presentProfile = (account: Account): Profile => ({
  id: account.id,
  email: account.email,
  status: account.status,
  is_admin: account.isAdmin,
  plan: account.plan,
  plan_expires_at: isoTimeOrNull(account.planExpiresAt),
  created_at: isoTime(account.createdAt),
})

/** Shows a service control. */
export const presentService = (row: ServiceControlTable): ServiceControl => ({
  id: row.id,
  service_name: row.service_name,
  description: row.description,
  is_enabled: row.is_enabled === 1,
  updated_at: isoTime(row.updated_at),
})
