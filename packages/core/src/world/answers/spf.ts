import { readSpfPolicy, type SpfPolicy } from '../../protocols/spf-policy.ts'
import { memoize } from '../memoize.ts'
import { mailDnsOf } from './mail-dns.ts'

/** Returns the SPF policy of a domain as receivers read it, through a validating resolver. */
export const spfOf = memoize((world, domain): SpfPolicy => readSpfPolicy(mailDnsOf(world), domain))
