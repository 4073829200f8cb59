import { type Flag, table, type TableShape } from '../database/create-table.ts'

/** A notification for all users, or for one. */
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

/** The record that a user has read a notification. */
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

/** The first tables of notifications. */
export const notificationTables: readonly TableShape[] = [
  table<NotificationTable>({
    name: 'notifications',
    columns: {
      id: 'id',
      title: 'text',
      message: 'text',
      type: 'word',
      is_global: 'flag',
      target_user_id: 'id?',
      expires_at: 'milliseconds?',
      created_at: 'milliseconds',
    },
    primaryKey: ['id'],
    belongsTo: { target_user_id: 'users' },
    indexes: [
      ['target_user_id', 'created_at'],
      ['is_global', 'created_at'],
      ['created_at', 'id'],
    ],
  }),
  table<NotificationReadTable>({
    name: 'notification_reads',
    columns: { notification_id: 'id', user_id: 'id', read_at: 'milliseconds' },
    primaryKey: ['user_id', 'notification_id'],
    belongsTo: { notification_id: 'notifications', user_id: 'users' },
    indexes: [['notification_id']],
  }),
]
