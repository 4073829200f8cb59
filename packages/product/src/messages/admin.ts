import type { Notice } from './notices.ts'

/** The refusals and failures of the admin panel. Source: spec §2, §5, §8. */
export const adminNotices = {
  access_denied: {
    title: 'Access Denied',
    message: 'You do not have permission to access the admin panel.',
  },
  fields_missing: { title: 'Error', message: 'Please fill in all fields.' },
  notification_incomplete: { title: 'Validation Error', message: 'Title and message are required.' },
  no_active_session: { title: 'Error', message: 'No active session' },
  users_not_loaded: { title: 'Error', message: 'Failed to load users' },
  status_not_updated: { title: 'Error', message: 'Failed to update user status' },
  role_not_updated: { title: 'Error', message: 'Failed to update admin role' },
  notifications_not_loaded: { title: 'Error', message: 'Failed to load notifications' },
  notification_not_sent: { title: 'Error', message: 'Failed to send notification' },
  services_not_loaded: { title: 'Error', message: 'Failed to load services' },
  service_not_updated: { title: 'Error', message: 'Failed to update service status' },
  profiles_not_synced: { title: 'Sync Error', message: 'Failed to sync user profiles' },
} as const satisfies Record<string, Notice>

/** The code of a refusal or failure in the admin panel. */
export type AdminNoticeCode = keyof typeof adminNotices

/** The fixed texts of the admin panel: tabs and empty states. Source: spec §2. */
export const adminLabels = {
  users: 'Users',
  notifications: 'Notifications',
  services: 'Services',
  noNotifications: 'No notifications sent yet',
  noServices: 'No services configured',
  noDescription: 'No description available',
} as const

/** Returns the notice of a user who was not created: with the server's error text, or with the specified one. Source: spec §8. */
export function userNotCreated(error = ''): Notice {
  return { title: 'Error', message: error.trim() || 'Failed to create user' }
}
