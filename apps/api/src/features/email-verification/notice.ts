import type { Verification, VerificationNotice } from '@netbox/contract'
import { portLooksBlocked } from '@netbox/core'

const BLOCKED =
  'No mail server could be reached: our own port 25 seems to be blocked. These results say little about the addresses.'

/** Tells what is to be known of a run as a whole, if there is anything. */
export const noticeOf = (results: readonly Verification[]): VerificationNotice | null =>
  portLooksBlocked(results) ? { code: 'port_25_blocked', message: BLOCKED } : null
