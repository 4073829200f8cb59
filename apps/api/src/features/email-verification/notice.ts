import type { Verification, VerificationNotice } from '@netbox/contract'
import { portBlocked, portLooksBlocked } from '@netbox/product'

/** Tells what is to be known of a run as a whole, if there is anything. */
export const noticeOf = (results: readonly Verification[]): VerificationNotice | null =>
  portLooksBlocked(results)
    ? { code: 'port_25_blocked', message: `${portBlocked.title}. ${portBlocked.message}` }
    : null
