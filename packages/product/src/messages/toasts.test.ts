import { describe, expect, it } from 'vitest'
import {
  adminRoleChanged,
  serviceChanged,
  toasts,
  toolSucceeded,
  userCreated,
  userStatusChanged,
  verificationComplete,
} from './toasts.ts'

describe('success toasts', () => {
  it('shows the home page that a run is complete', () => {
    expect(toasts.analysisComplete).toEqual({
      title: 'Analysis complete',
      message: 'Tool execution finished successfully.',
    })
  })

  it('shows the dashboard which tool has run', () => {
    expect(toolSucceeded('PTR Lookup')).toEqual({
      title: 'Analysis complete',
      message: 'PTR Lookup executed successfully.',
    })
  })

  it('confirms a copy and a download', () => {
    expect(toasts.copied).toEqual({ title: 'Copied', message: 'Result copied to clipboard.' })
    expect(toasts.downloaded).toEqual({ title: 'Downloaded', message: 'Result saved to file.' })
  })

  it('counts the verified addresses', () => {
    expect(verificationComplete(7)).toEqual({
      title: 'Verification complete',
      message: 'Verified 7 email addresses.',
    })
    expect(verificationComplete(1).message).toBe('Verified 1 email addresses.')
  })

  it('confirms that a migration is queued', () => {
    expect(toasts.migrationStarted).toEqual({
      title: 'Migration started',
      message: 'Your email migration has been queued and will begin shortly.',
    })
  })

  it('names the created user and announces the reload of the list', () => {
    expect(userCreated('ana@mail.example').message).toBe('User ana@mail.example has been created successfully')
    expect(toasts.userListReloading).toEqual({ title: 'User Created', message: 'Refreshing user list...' })
  })

  it('confirms each switch of a user in both directions', () => {
    expect(userStatusChanged('active').message).toBe('User activated successfully')
    expect(userStatusChanged('disabled').message).toBe('User suspended successfully')
    expect(adminRoleChanged(true).message).toBe('Admin role granted successfully')
    expect(adminRoleChanged(false).message).toBe('Admin role removed successfully')
  })

  it('confirms each switch of a service in both directions', () => {
    expect(serviceChanged(true).message).toBe('Service enabled successfully')
    expect(serviceChanged(false).message).toBe('Service disabled successfully')
  })

  it('confirms a sent notification, a sync and the redirect to the checkout', () => {
    expect(toasts.notificationSent.message).toBe('Notification sent successfully')
    expect(toasts.profilesSynced.title).toBe('Sync Complete')
    expect(toasts.redirectingToCheckout.title).toBe('Redirecting to checkout')
  })
})
