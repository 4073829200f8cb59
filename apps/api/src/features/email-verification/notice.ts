import type { Verification, VerificationNotice } from '@netbox/contract'

/** Tells what is to be known of a run as a whole, if there is anything. */
export const noticeOf = (_results: readonly Verification[]): VerificationNotice | null => null
