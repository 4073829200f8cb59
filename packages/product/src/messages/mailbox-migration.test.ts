import { describe, expect, it } from 'vitest'
import {
  connectionFailed,
  connectionSuccessful,
  connectionTestErrors,
  migrationFailed,
  migrationFormMessages,
  migrationNotAllowed,
} from './mailbox-migration.ts'

describe('mailbox migration texts', () => {
  it('describes the form with the specified texts', () => {
    expect(migrationFormMessages.info).toBe('Migration functionality is currently being migrated to the new backend.')
    expect(migrationFormMessages.loginRequired).toBe('Please log in to use migration.')
  })

  it('names the standard ports in a failed connection test', () => {
    expect(connectionTestErrors.unableToConnect).toBe(
      'Unable to connect using standard ports (993, 143). Please check credentials or try a custom port.',
    )
    expect(connectionTestErrors.failed).toBe('Connection test failed. Please verify your settings.')
  })

  it('titles the result of a connection test', () => {
    expect(connectionSuccessful('imap.mail.example', 993)).toEqual({
      title: 'Connection successful',
      message: 'Simulated: imap.mail.example answers on port 993.',
    })
    expect(connectionFailed(connectionTestErrors.failed)).toEqual({
      title: 'Connection failed',
      message: 'Connection test failed. Please verify your settings.',
    })
  })

  it('shows why a migration may not start', () => {
    expect(migrationNotAllowed(migrationFormMessages.loginRequired)).toEqual({
      title: 'Migration not allowed',
      message: 'Please log in to use migration.',
    })
  })

  it('shows why a migration failed, or that it did', () => {
    expect(migrationFailed('The service is off.').message).toBe('The service is off.')
    expect(migrationFailed()).toEqual({
      title: 'Migration failed',
      message: 'An error occurred while starting the migration.',
    })
  })
})
