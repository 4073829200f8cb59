import type { Flag } from './accounts.ts'

/** News for all users, or for one. */
export interface NotificationTable {
  id: string
  title: string
  message: string
  type: 'general' | 'new_tool' | 'service_update'
  is_global: Flag
  target_user_id: string | null
  expires_at: number | null
  created_at: number
}

/** Read marks of notifications. */
export interface NotificationReadTable {
  notification_id: string
  user_id: string
  read_at: number
}

/** The tables of notifications. */
export interface NotificationTables {
  notifications: NotificationTable
  notification_reads: NotificationReadTable
}
