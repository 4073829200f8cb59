import { type RowOf, table, word } from '../database/create-table.ts'

/** A notification for all users, or for one. */
export type NotificationTable = RowOf<typeof notifications>
const notifications = table('notifications', {
  columns: {
    id: 'id',
    title: 'text',
    message: 'text',
    type: word<'general' | 'new_tool' | 'service_update'>(),
    is_global: 'flag',
    target_user_id: 'id?',
    expires_at: 'milliseconds?',
    created_at: 'milliseconds',
  },
  belongsTo: { target_user_id: 'users' },
  indexes: [
    ['target_user_id', 'created_at'],
    ['is_global', 'created_at'],
    ['created_at', 'id'],
  ],
})

/** The record that a user has read a notification. */
const notificationReads = table('notification_reads', {
  columns: {
    notification_id: 'id',
    user_id: 'id',
    read_at: 'milliseconds',
  },
  primaryKey: ['user_id', 'notification_id'],
  belongsTo: { notification_id: 'notifications', user_id: 'users' },
  indexes: [['notification_id']],
})

/** The first tables of notifications. */
export const notificationTables = [notifications, notificationReads] as const
