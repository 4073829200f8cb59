import { sitePages } from './site-pages.ts'
import type { notificationTypes } from '@netbox/contract'
import { planName, type PlanId, pricing } from '@netbox/core'
import { allowanceText, enforcedAllowances, type Notice } from '@netbox/product'

/** The names of the types of notifications. */
export const notificationTypeTexts: Readonly<Record<(typeof notificationTypes)[number], string>> = {
  general: 'General',
  new_tool: 'New tool',
  service_update: 'Service update',
}

/** The texts of the dashboard. Texts that the spec quotes are in `@netbox/product`. */
export const dashboardTexts = {
  navigation: 'Dashboard',
  side: 'Sections and plan',
  find: 'Find a tool or a past run',
  soon: 'soon',
  planOf: (plan: PlanId): string => `${planName(plan)} plan`,
  limitsOf: (plan: PlanId): string => `${pricing.limitTexts[plan].emails} and ${pricing.limitTexts[plan].migrations}`,
  enforcedOf: (plan: PlanId): string => {
    const { emails, migrations } = enforcedAllowances(plan)
    return `Limits: ${allowanceText(emails, ' emails')}, ${allowanceText(migrations, ' migrations')}`
  },
  hints: {
    overview: '',
    network: 'Reach, route, address',
    dns: 'Records, chain, spread',
    email: 'Delivery, SPF, headers',
    security: 'SSL, headers, malware',
    monitoring: 'Uptime and alerts',
    history: 'All your runs',
    account: 'Plan, sign-in, tokens',
    admin: 'Users, notices, services',
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

/** The texts of the dashboard's overview. Texts that the spec quotes are in `@netbox/product`. */
export const overviewTexts = {
  lead: sitePages.dashboard.lead,
  greeting: (hour: number): string => (hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening'),
  today: (runs: number, verifications: number): string => {
    const parts = [
      `${runs.toLocaleString('en-US')} ${runs === 1 ? 'run' : 'runs'}`,
      ...(verifications === 0 ? [] : [`${verifications} ${verifications === 1 ? 'verification' : 'verifications'}`]),
    ]
    return runs + verifications === 0 ? 'Nothing has run today yet.' : `${parts.join(' and ')} so far today.`
  },
  critical: (count: number): string => (count === 1 ? 'One is critical' : `${count} are critical, the latest`),
  unsaved: (count: number): string => `${count} ${count === 1 ? 'run is waiting' : 'runs are waiting'} to be saved.`,
  dayCaption: 'Your day in UTC: each mark is a run, stacked by time',
  reset: (left: string): string => `Limits reset in ${left}`,
  now: (time: string): string => `${time} now`,
  addresses: (count: number): string => `${count} ${count === 1 ? 'address' : 'addresses'}`,
  down: (minutes: number): string => `${minutes} min down`,
  asTable: 'As a table',
  from: 'From, UTC',
  severity: { critical: 'Critical', warning: 'Warning', info: 'Info', pass: 'Pass' },
  stats: 'Your numbers',
  noEmails: 'None verified yet',
  allEmails: 'Your verified addresses',
  emailsByDay: (today: number, days: number): string => `${today} today, ${days} ${days === 1 ? 'day' : 'days'} shown`,
  noMigrations: 'None requested yet',
  migrationsBy: (states: readonly (readonly [string, number])[]): string =>
    states.map(([state, count]) => `${count} ${state.toLowerCase()}`).join(', '),
  ofTools: (count: number): string => `of ${count}`,
  newTool: (name: string): string => `Not used yet: ${name}`,
  allTools: 'You have used every tool',
  noTools: 'None used yet',
  uptimeTold: (days: number, downToday: number): string =>
    `${days} ${days === 1 ? 'day' : 'days'}${downToday === 0 ? '' : `. Down ${downToday} min today`}`,
  noUptime: 'Not measured yet',
  none: '—',
  quickActions: 'Quick actions',
  quick: {
    network: 'Reach, route, address',
    dns: 'Records, chain, spread',
    email: 'Delivery, SPF, headers',
    security: 'TLS grade, headers',
  },
  verification: 'Email verification',
  migration: 'Mailbox migration',
  replay: 'Replay',
  open: 'Open',
  allRuns: 'All runs',
  toolCount: (count: number): string => `${count} ${count === 1 ? 'tool' : 'tools'}`,
  batch: (good: number, all: number): string =>
    all === 1
      ? good === 1
        ? 'The address is good.'
        : 'The address is not confirmed.'
      : good === all
        ? `All ${all} addresses are good.`
        : `${good} of ${all} addresses ${good === 1 ? 'is' : 'are'} good.`,
  firstRun: 'Your line starts here',
  firstRunHint: 'Run a tool, and the run appears on this line. Ping Test needs only an address.',
  runFirst: (tool: string): string => `Run ${tool}`,
  chooseTool: 'Choose a tool',
  day: 'Your day',
  partFailed: (part: string): string => `${part} did not load`,
  othersWork: 'The other parts of the page still work.',
  noActivity: 'No activity yet.',
  viewedActivity: 'Runs, verifications and migrations of the user appear here.',
  allowance: "Today's allowance",
  noRuns: 'No runs today.',
  noRunsHint: 'Your tools and the runs left today appear here.',
  used: (used: number): string => String(used),
  of: (limit: string): string => `of ${limit}`,
  left: (count: number): string => `${count} left`,
  untouched: 'Unused today',
  usedUp: 'Used up. Resets at 00:00 UTC',
} as const
