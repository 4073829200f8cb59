import type { Notice } from './notices.ts'

/**
 * The notice for a run in which the service's own path to mail servers seems blocked, so that its results say nothing about the addresses.
 */
export const portBlocked: Notice = {
  title: 'Our port 25 seems to be blocked',
  message:
    'No mail server could be reached. These results say little about the addresses: many networks block port 25 to stop outgoing spam.',
}
