import type { Notice } from './notices.ts'

/** Says once for a whole run that our own way to mail servers seems to be closed, so that it tells nothing of the addresses. */
export const portBlocked: Notice = {
  title: 'Our port 25 seems to be blocked',
  message:
    'No mail server could be reached. These results say little about the addresses: many networks close port 25 to keep spam in.',
}
