import type { Notification, SentNotification } from '@netbox/contract'
import type { NotificationTable } from '../db/schema.ts'
import { isoTime, isoTimeOrNull } from './iso-time.ts'

/** Shows a notification. */
export const presentNotification = (row: NotificationTable): Notification => ({
  id: row.id,
  title: row.title,
  message: row.message,
  type: row.type,
  is_global: row.is_global === 1,
  target_user_id: row.target_user_id,
  expires_at: isoTimeOrNull(row.expires_at),
  created_at: isoTime(row.created_at),
})

/** Shows a notification to admins, with the address of whom it is for. */
export const presentSent = (row: NotificationTable & { readonly target_email: string | null }): SentNotification => ({
  ...presentNotification(row),
  target_email: row.target_email,
})
