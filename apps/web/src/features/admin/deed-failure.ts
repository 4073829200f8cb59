import { adminNotices, type Notice } from '@netbox/product'
import type { Failure } from '../../lib/failure.ts'

/** Says why a deed failed: in the spec's words, and beside the form with the reason that the service gave. */
export const deedNotice = ({ code }: Failure, words: Notice): Notice =>
  code === 'unauthorized' ? adminNotices.no_active_session : words

/** Returns the reason that the service had, where the notice does not say it already. */
export const deedReason = ({ code, message }: Failure, { message: said }: Notice): string =>
  code === 'unauthorized' || message === said ? '' : message

/** Whether a failure means that the session has changed: no admin any more, or signed out. */
export const hasLostAccess = ({ code }: Failure): boolean => code === 'unauthorized' || code === 'forbidden'
