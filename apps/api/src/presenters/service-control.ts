import type { ServiceControl } from '@netbox/contract'
import type { ServiceControlTable } from '../db/schema.ts'
import { isoTime } from './iso-time.ts'

/** Shows a part of the service, and whether it is on. */
export const presentService = (row: ServiceControlTable): ServiceControl => ({
  id: row.id,
  service_name: row.service_name,
  description: row.description,
  is_enabled: row.is_enabled === 1,
  updated_at: isoTime(row.updated_at),
})
