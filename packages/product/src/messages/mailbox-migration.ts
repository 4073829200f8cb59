import type { Notice } from './notices.ts'

/** The texts of the migration form and its fields. Source: spec §5. */
export const migrationFormMessages = {
  info: 'Migration functionality is currently being migrated to the new backend.',
  loginRequired: 'Please log in to use migration.',
  required: 'Please fill in this field.',
  invalidPort: 'Please enter a port from 1 to 65535.',
} as const

/** The errors of a connection test. Source: spec §8. */
export const connectionTestErrors = {
  unableToConnect: 'Unable to connect using standard ports (993, 143). Please check credentials or try a custom port.',
  failed: 'Connection test failed. Please verify your settings.',
} as const

/** The display text of each migration status. Source: spec §4. */
export const migrationStatusLabels = {
  pending: 'Pending',
  in_progress: 'In progress',
  completed: 'Completed',
  failed: 'Failed',
} as const

/** The display text of each connection test state. Source: spec §4. */
export const connectionTestLabels = {
  testing: 'Testing the connection',
  success: 'Connection successful',
  failed: 'Connection failed',
} as const

/** Returns the notice that a migration is not allowed, with the reason. Source: spec §8. */
export function migrationNotAllowed(reason: string): Notice {
  return { title: 'Migration not allowed', message: reason }
}

/** Returns the notice of a migration that did not start: with the error's message, or with the specified text. Source: spec §8. */
export function migrationFailed(error = ''): Notice {
  return { title: 'Migration failed', message: error.trim() || 'An error occurred while starting the migration.' }
}

/** Returns the notice of a successful simulated connection test. Source: spec §8. */
export function connectionSuccessful(host: string, port: number): Notice {
  return { title: connectionTestLabels.success, message: `Simulated: ${host} answers on port ${port}.` }
}

/** Returns the notice of a failed simulated connection test, with its error. Source: spec §8. */
export function connectionFailed(error: string): Notice {
  return { title: connectionTestLabels.failed, message: error }
}
