import type { notificationTypes } from '@netbox/contract'
import { planName, type PlanId, pricing } from '@netbox/core'
import type { Notice } from '@netbox/product'

/** The names of the types of notifications. */
export const notificationTypeTexts: Readonly<Record<(typeof notificationTypes)[number], string>> = {
  general: 'General',
  new_tool: 'New tool',
  service_update: 'Service update',
}

/** The texts of the dashboard. Those that the spec quotes are in `@netbox/product`. */
export const dashboardTexts = {
  navigation: 'Dashboard',
  side: 'Sections and plan',
  find: 'Find a tool or a past run',
  soon: 'soon',
  planOf: (plan: PlanId): string => `${planName(plan)} plan`,
  limitsOf: (plan: PlanId): string => `${pricing.limitTexts[plan].emails} and ${pricing.limitTexts[plan].migrations}`,
  hints: {
    overview: '',
    network: 'Reach, route, address',
    dns: 'Records, chain, spread',
    email: 'Delivery, SPF, headers',
    security: 'SSL, headers, malware',
    monitoring: 'Uptime and alerts',
    history: 'All your runs',
    account: 'Plan, sign-in, tokens',
  },
  account: 'Your account',
  accountOf: (email: string): string => `Account of ${email}`,
  admin: 'Admin panel',
  notifications: (unread: number): string => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  notificationsTitle: 'Notifications',
  noNotifications: 'No notifications.',
  unread: 'Unread',
  markRead: 'Mark as read',
  markAllRead: 'Mark all as read',
  viewing: 'Viewing as',
  viewingWhat: 'You can see everything and change nothing.',
  exit: 'Exit',
  notLoaded: 'This could not be loaded.',
} as const

/** The toasts of the dashboard in addition to the spec's. */
export const dashboardNotices = {
  viewEnded: { title: 'The view has ended', message: 'A view lasts a few minutes. Start it again in the admin panel.' },
} as const satisfies Record<string, Notice>
