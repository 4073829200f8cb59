import { isV6 } from './addresses.ts'
import { isFailing, missingOf, type Need, type Obstacle } from './existence.ts'
import { addressesOf, reverseOf } from './hosts.ts'
import { exchangeRecordsOf } from './mail.ts'
import type { World } from './world.ts'
import { textRecordsOf } from './text-records.ts'

/**
 * The DNS queries of a receiving mail server. An answer is undefined if the resolver fails (SERVFAIL), and an empty list if there are no
 * records.
 */
export interface MailDns {
  readonly text: (name: string) => readonly string[] | undefined
  /** The mail exchanges of a domain, lowest preference first. */
  readonly exchanges: (name: string) => readonly string[] | undefined
  readonly addresses: (name: string, family: 'A' | 'AAAA') => readonly string[] | undefined
  readonly reverseNames: (address: string) => readonly string[] | undefined
  /** Whether the name exists, with records of any type. An alias of a missing name does not exist (RFC 2308, section 2.1). */
  readonly exists: (name: string) => boolean | undefined
}

// The reasons for an NXDOMAIN answer.
const NAMELESS: ReadonlySet<Obstacle['reason'] | undefined> = new Set(['absent', 'released', 'dangling'] as const)

/**
 * Returns the DNS that mail servers of a world see through a validating resolver. Timeouts don't occur here: after one, a receiver defers
 * the mail and its sender tries again (RFC 7208, section 8.6).
 */
export const mailDnsOf = (world: World): MailDns => {
  const ask =
    <Value>(need: Need, read: (name: string) => readonly Value[]) =>
    (name: string): readonly Value[] | undefined => {
      if (isFailing(world, name)) return undefined
      return missingOf(world, name, need) === undefined ? read(name) : []
    }
  const addresses = ask('address', (name) => addressesOf(world, name))
  return {
    text: ask('text', (name) => textRecordsOf(world, name).map(({ value }) => value)),
    exchanges: ask('mail', (name) => exchangeRecordsOf(world, name).map(({ exchange }) => exchange)),
    addresses: (name, family) => addresses(name)?.filter((address) => isV6(address) === (family === 'AAAA')),
    reverseNames: (address) => {
      const { hostname } = reverseOf(world, address)
      return hostname === null ? [] : [hostname]
    },
    exists: (name) => (isFailing(world, name) ? undefined : !NAMELESS.has(missingOf(world, name)?.reason)),
  }
}
