import * as v from 'valibot'
import { id, instant } from './fields.ts'

/** The types of notifications (spec §3). */
export const notificationTypes = ['general', 'new_tool', 'service_update'] as const

/** The schema of a notification (spec §3); `target_user_id` is null if it is for everyone. */
export const notification = v.object({
  id: id(),
  title: v.string(),
  message: v.string(),
  type: v.picklist(notificationTypes),
  is_global: v.boolean(),
  target_user_id: v.nullable(id()),
  expires_at: v.nullable(instant()),
  created_at: instant(),
})

/** A notification as stored: for one user, or for everyone. */
export type Notification = v.InferOutput<typeof notification>

/** The schema of a notification as admins see it; `target_email` is null if it is for everyone. */
export const sentNotification = v.object({ ...notification.entries, target_email: v.nullable(v.string()) })

/** A notification as admins see it. */
export type SentNotification = v.InferOutput<typeof sentNotification>

/** The schema of a notification as its reader sees it. */
export const receivedNotification = v.object({ ...notification.entries, read: v.boolean() })

/** A notification as its reader sees it. */
export type ReceivedNotification = v.InferOutput<typeof receivedNotification>
