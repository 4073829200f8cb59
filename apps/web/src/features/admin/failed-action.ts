import { adminNotices, type Notice } from '@netbox/product'
import { loadAccount } from '../../lib/session/load-account.ts'
import type { Failure } from '../../lib/session/requests.ts'
import { toast } from '../../lib/page/toasts.ts'

/** Describes a failure in the words of the specification, for the toast. */
export const failureNotice = ({ code }: Failure, words: Notice): Notice =>
  code === 'unauthorized' ? adminNotices.no_active_session : words

/** Returns the reason from the service, unless the notice already says it. */
export const failureReason = ({ code, message }: Failure, { message: shown }: Notice): string =>
  code === 'unauthorized' || message === shown ? '' : message

/** Returns whether a failure means that the session has changed: no longer an admin, or signed out. */
export const hasLostAccess = ({ code }: Failure): boolean => code === 'unauthorized' || code === 'forbidden'

/** Loads the session and its rights again. */
export const reloadSession = async (): Promise<void> => (await loadAccount()).keeper.load()

/** Shows a failure in a toast, and returns the notice for the page, which also gives the reason. Reloads a session that has changed. */
export const announceFailure =
  (words: Notice) =>
  (failure: Failure): Notice => {
    const notice = failureNotice(failure, words)
    toast('critical', notice)
    if (hasLostAccess(failure)) void reloadSession()
    return { title: notice.message, message: failureReason(failure, notice) }
  }
