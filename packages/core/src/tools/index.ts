import { mxRecord } from './dns/mx-record.ts'
import { arinLookup } from './network/arin-lookup.ts'
import { blacklistCheck } from './network/blacklist-check.ts'
import { ptrLookup } from './network/ptr-lookup.ts'
import { pingTest } from './network/ping-test.ts'
import { smtpTest } from './email/smtp-test.ts'

/** Every tool, in the order that lists show them. The one list: everything else is derived from it. */
export const tools = [blacklistCheck, ptrLookup, arinLookup, pingTest, mxRecord, smtpTest] as const
