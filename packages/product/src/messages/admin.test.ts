import { describe, expect, it } from 'vitest'
import { adminLabels, adminNotices, userNotCreated } from './admin.ts'

describe('admin texts', () => {
  it('refuses everyone except admins with the specified text', () => {
    expect(adminNotices.access_denied).toEqual({
      title: 'Access Denied',
      message: 'You do not have permission to access the admin panel.',
    })
  })

  it('names the missing fields of a form', () => {
    expect(adminNotices.fields_missing.message).toBe('Please fill in all fields.')
    expect(adminNotices.notification_incomplete).toEqual({
      title: 'Validation Error',
      message: 'Title and message are required.',
    })
  })

  it('names each failed action', () => {
    expect(adminNotices.users_not_loaded.message).toBe('Failed to load users')
    expect(adminNotices.status_not_updated.message).toBe('Failed to update user status')
    expect(adminNotices.role_not_updated.message).toBe('Failed to update admin role')
    expect(adminNotices.notifications_not_loaded.message).toBe('Failed to load notifications')
    expect(adminNotices.notification_not_sent.message).toBe('Failed to send notification')
    expect(adminNotices.services_not_loaded.message).toBe('Failed to load services')
    expect(adminNotices.service_not_updated.message).toBe('Failed to update service status')
    expect(adminNotices.profiles_not_synced).toEqual({
      title: 'Sync Error',
      message: 'Failed to sync user profiles',
    })
    expect(adminNotices.no_active_session.message).toBe('No active session')
  })

  it('shows the error of the server when a user was not created', () => {
    expect(userNotCreated('E-mail already taken.').message).toBe('E-mail already taken.')
    expect(userNotCreated().message).toBe('Failed to create user')
  })

  it('has a text for empty lists', () => {
    expect(adminLabels.noNotifications).toBe('No notifications sent yet')
    expect(adminLabels.noServices).toBe('No services configured')
    expect(adminLabels.noDescription).toBe('No description available')
  })

  it('names the three tabs', () => {
    expect([adminLabels.users, adminLabels.notifications, adminLabels.services]).toEqual([
      'Users',
      'Notifications',
      'Services',
    ])
  })
})
