import { adminNotices, type Notice } from '@netbox/product'
import type { Failure } from '../../lib/failure.ts'

/** Returns why an action failed: in the spec's words, and next to the form with the service's reason. */
export const deedNotice = ({ code }: Failure, words: Notice): Notice =>
  code === 'unauthorized' ? adminNotices.no_active_session : words

/** Returns the service's reason, unless the notice already has it. */
export const deedReason = ({ code, message }: Failure, { message: said }: Notice): string =>
  code === 'unauthorized' || message === said ? '' : message

/** Returns whether a failure means that the session has changed: no longer an admin, or signed out. */
export const hasLostAccess = ({ code }: Failure): boolean => code === 'unauthorized' || code === 'forbidden'
