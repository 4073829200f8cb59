import type { AuditEntry, auditActions, SentNotification, ServiceName } from '@netbox/contract'
import { sitePages } from './site-pages.ts'

/** The name of a recorded action. */
export type AuditAction = (typeof auditActions)[number]

const text = (detail: AuditEntry['detail'], name: string): string => {
  const value = detail[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const profileAction = ({ status, is_admin: isAdmin }: AuditEntry['detail']): string => {
  const changes = [
    ...(status === 'disabled' ? ['suspended'] : []),
    ...(status === 'active' ? ['activated'] : []),
    ...(isAdmin === true ? ['made an admin'] : []),
    ...(isAdmin === false ? ['no longer an admin'] : []),
  ]
  return changes.length === 0 ? 'Changed a user' : `Changed a user: ${changes.join(', ')}`
}

/** The texts for the services, by their names in the API. */
const serviceTexts: Readonly<Record<ServiceName, string>> = {
  registration: 'Registration',
  email_verification: 'Email verification',
  email_migration: 'Email migration',
  billing: 'Billing',
  tool_api: 'Tool runs through the API',
}

const isService = (name: string): name is ServiceName => Object.hasOwn(serviceTexts, name)

/** Returns the text for a service; for an unknown service, its name in the API. */
export const serviceName = (name: string): string => (isService(name) ? serviceTexts[name] : name)

/** The name of each action. */
export const actionTexts: Readonly<Record<AuditAction, (detail: AuditEntry['detail']) => string>> = {
  'user.create': (detail) => `Created a user on the ${text(detail, 'plan') || 'free'} plan`,
  'user.invite': () => 'Invited a user',
  'link.create': (detail) => `Made a link to sign in as a user (${text(detail, 'type')})`,
  'profiles.sync': (detail) => `Synced profiles: ${text(detail, 'created') || '0'} were missing`,
  'profile.update': profileAction,
  'profile.view_as': () => 'Viewed the dashboard of a user',
  'factors.remove': () => 'Removed the second factor of a user',
  'notification.create': (detail) =>
    detail['is_global'] === true ? 'Sent a notification to everyone' : 'Sent a notification to a user',
  'service.update': (detail) =>
    `Switched ${serviceName(text(detail, 'service'))} ${detail['is_enabled'] === true ? 'on' : 'off'}`,
  'bucket.create': (detail) => `Created the bucket ${text(detail, 'bucket')}`,
  'bucket.update': (detail) => `Changed the bucket ${text(detail, 'bucket')}`,
  'bucket.empty': (detail) => `Emptied the bucket ${text(detail, 'bucket')}`,
  'bucket.delete': (detail) => `Deleted the bucket ${text(detail, 'bucket')}`,
  'keys.rotate': () => 'Encrypted stored passwords and app secrets with a new key',
  'backup.create': () => 'Made a backup with all keys and data',
  'account.delete': () => 'Deleted their account',
}

/** The names of the actions in the filter. */
export const actionNames: Readonly<Record<AuditAction, string>> = {
  'user.create': 'Users created',
  'user.invite': 'Users invited',
  'link.create': 'Sign-in links made',
  'profiles.sync': 'Profiles synced',
  'profile.update': 'Users changed',
  'profile.view_as': 'Dashboards viewed',
  'factors.remove': 'Second factors removed',
  'notification.create': 'Notifications sent',
  'service.update': 'Services switched',
  'bucket.create': 'Buckets created',
  'bucket.update': 'Buckets changed',
  'bucket.empty': 'Buckets emptied',
  'bucket.delete': 'Buckets deleted',
  'keys.rotate': 'Keys rotated',
  'backup.create': 'Backup made',
  'account.delete': 'Accounts deleted',
}

/** The texts of the admin panel. Texts that the spec quotes are in `@netbox/product`. */
export const adminTexts = {
  title: 'Admin',
  lead: sitePages.admin.lead,
  parts: 'Parts of the admin panel',
  audit: 'Audit',
  toDashboard: 'Go to the dashboard',
  askAdmin: 'An admin of this installation can give it to you.',
  users: {
    addTitle: 'Add a user',
    addLead: 'They can sign in at once. Give them the password yourself.',
    email: 'Email',
    password: 'Password',
    plan: 'Initial plan',
    add: 'Add user',
    adding: 'Adding...',
    listTitle: 'All users',
    search: 'Search by email',
    sync: 'Sync missing profiles',
    found: (total: number) => (total === 1 ? '1 user' : `${total} users`),
    none: 'No matching user.',
    pages: 'Pages of users',
    columns: { email: 'Email', status: 'Status', role: 'Role', plan: 'Plan', created: 'Created', actions: 'Actions' },
    active: 'Active',
    disabled: 'Disabled',
    admin: 'Admin',
    user: 'User',
    you: 'you',
    until: (day: string) => `until ${day}`,
    viewAs: 'View as user',
    activate: 'Activate',
    suspend: 'Suspend',
    grant: 'Grant admin',
    remove: 'Remove admin',
    viewAsWhom: (email: string) => `View as user ${email}`,
    activateWhom: (email: string) => `Activate ${email}`,
    suspendWhom: (email: string) => `Suspend ${email}`,
    grantWhom: (email: string) => `Grant admin to ${email}`,
    removeWhom: (email: string) => `Remove admin from ${email}`,
    removeFactor: 'Remove second factor',
    removeFactorWhom: (email: string) => `Remove second factor of ${email}`,
    factorRemoved: { title: 'Second factor removed', message: 'They can sign in with only their password.' },
    factorNotRemoved: { title: 'Error', message: 'The second factor was not removed' },
    viewFailed: { title: 'Error', message: 'The dashboard of this user could not be loaded' },
    asks: {
      suspend: (email: string) => ({
        title: `Suspend ${email}?`,
        text: 'They will be signed out everywhere at once and can’t sign in until you activate them. Their unsaved work will be lost.',
        confirm: 'Suspend',
      }),
      suspendSelf: {
        title: 'Suspend yourself?',
        text: 'You will be signed out at once. Only another admin can activate you.',
        confirm: 'Suspend myself',
      },
      removeFactor: (email: string) => ({
        title: `Remove the second factor of ${email}?`,
        text: 'First make sure that the request really comes from them. They will be signed out everywhere and will be able to sign in with only their password.',
        confirm: 'Remove it',
      }),
      grant: (email: string) => ({
        title: `Make ${email} an admin?`,
        text: 'They will be able to see every user, suspend them, and remove your own rights.',
        confirm: 'Grant admin',
      }),
      remove: (email: string) => ({
        title: `Remove admin from ${email}?`,
        text: 'They will lose this panel with their next request. Their account stays.',
        confirm: 'Remove admin',
      }),
      removeSelf: {
        title: 'Remove your own admin role?',
        text: 'You will lose this panel at once, and only another admin can give it back.',
        confirm: 'Remove my role',
      },
    },
  },
  notices: {
    formTitle: 'Send a notification',
    title: 'Title',
    message: 'Message',
    type: 'Type',
    audience: 'For whom',
    everyone: 'Everyone',
    one: 'One user',
    search: 'Find the user by email',
    matches: 'Matching users',
    typeMore: 'Type a part of the email address.',
    noMatch: 'No matching user.',
    userMissing: 'Choose a user.',
    expiry: 'Expires (optional)',
    expiryHint: 'In your time zone. Empty: never.',
    expiryPast: 'Choose a time in the future.',
    send: 'Send notification',
    sending: 'Sending...',
    latest: 'The latest 20',
    list: 'Latest notifications',
    to: 'To',
    expires: 'Expires',
    expired: 'Expired',
    never: 'No expiry',
    formerUser: 'a deleted user',
    asks: {
      everyone: {
        title: 'Send this to everyone?',
        text: 'Every user sees it in their dashboard. You can’t undo this.',
        confirm: 'Send to everyone',
      },
      one: (email: string) => ({
        title: `Send this to ${email}?`,
        text: 'They see it in their dashboard. You can’t undo this.',
        confirm: 'Send',
      }),
    },
  },
  services: {
    title: 'Service switches',
    lead: 'A switch takes effect for everyone within a second. The screens of a service that is off show a notice.',
    changed: 'Changed',
  },
  auditLog: {
    title: 'Changes by admins',
    search: 'Search by email',
    kind: 'Kind',
    all: 'Everything',
    shell: 'the server’s shell',
    gone: 'a deleted user',
    none: 'No entries yet.',
    noneFound: 'No matching entries.',
    failed: { title: 'Error', message: 'Failed to load the audit log' },
    pages: 'Pages of the audit log',
    found: (total: number) => (total === 1 ? '1 entry' : `${total} entries`),
    columns: { when: 'Time', who: 'Admin', what: 'Change', whom: 'User' },
  },
} as const

/** Returns the text for the recipients of a notification. */
export const audienceOf = ({ is_global: isGlobal, target_email: email }: SentNotification): string =>
  isGlobal ? adminTexts.notices.everyone : (email ?? adminTexts.notices.formerUser)
