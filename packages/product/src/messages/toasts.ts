import type { Notice } from './notices.ts'

/** The success toasts without details. Source: spec §8, success toasts. */
export const toasts = {
  analysisComplete: { title: 'Analysis complete', message: 'Tool execution finished successfully.' },
  copied: { title: 'Copied', message: 'Result copied to clipboard.' },
  downloaded: { title: 'Downloaded', message: 'Result saved to file.' },
  migrationStarted: {
    title: 'Migration started',
    message: 'Your email migration has been queued and will begin shortly.',
  },
  userListReloading: { title: 'User Created', message: 'Refreshing user list...' },
  notificationSent: { title: 'Success', message: 'Notification sent successfully' },
  profilesSynced: { title: 'Sync Complete', message: 'Every account has a profile now.' },
  redirectingToCheckout: { title: 'Redirecting to checkout', message: 'The checkout opens in a new tab.' },
} as const satisfies Record<string, Notice>

/**
 * Returns the dashboard's notice about a finished run, with the tool's name. Source: spec §8.
 *
 * @example
 * import { toolSucceeded } from '@netbox/product'
 * toolSucceeded('MX Record').message // => 'MX Record executed successfully.'
 */
export function toolSucceeded(toolName: string): Notice {
  return { title: toasts.analysisComplete.title, message: `${toolName} executed successfully.` }
}

/**
 * Returns the notice with the number of verified addresses, in the specified words for one address too. Source: spec §8.
 *
 * @example
 * verificationComplete(3).message // => 'Verified 3 email addresses.'
 */
export function verificationComplete(count: number): Notice {
  return {
    title: 'Verification complete',
    message: `Verified ${count} email addresses.`,
  }
}

/** Returns the notice that an admin created a user. Source: spec §8. */
export function userCreated(email: string): Notice {
  return { title: 'Success', message: `User ${email} has been created successfully` }
}

/** Returns the notice that a user was activated or suspended. Source: spec §8. */
export function userStatusChanged(status: 'active' | 'disabled'): Notice {
  return { title: 'Success', message: `User ${status === 'active' ? 'activated' : 'suspended'} successfully` }
}

/** Returns the notice that the admin role was granted or removed. Source: spec §8. */
export function adminRoleChanged(isAdmin: boolean): Notice {
  return { title: 'Success', message: `Admin role ${isAdmin ? 'granted' : 'removed'} successfully` }
}

/** Returns the notice that a service was enabled or disabled. Source: spec §8. */
export function serviceChanged(isEnabled: boolean): Notice {
  return { title: 'Success', message: `Service ${isEnabled ? 'enabled' : 'disabled'} successfully` }
}
