import {
  isDenied,
  isDomain,
  isFailing,
  missingOf,
  type WantedRecords,
  type Unreachable,
  whyUnreachable,
} from './existence.ts'
import { addressesOf, reverseOf } from '../hosts/hosts.ts'
import { canonicalName } from '../hosts/machines.ts'
import { exchangeRecordsOf } from '../mail/mail.ts'
import { isSuffix } from '../../foundation/names.ts'
import { aliasPathOf } from '../names/aliases.ts'
import { dmarcRecordOf, publishedDkimOf } from '../mail/policies.ts'
import { readableTextOf } from '../facts.ts'
import { textRecordsOf } from './text-records.ts'
import { type DkimKey, readDkimKey } from '../../protocols/dkim-key.ts'
import { type DmarcPolicy, readDmarcPolicy } from '../../protocols/dmarc-policy.ts'
import type { MailDns } from '../../protocols/mail-dns.ts'
import { readSpfPolicy, type SpfPolicy } from '../../protocols/spf-policy.ts'
import { memoize, type World } from '../world.ts'

/** Reads records at a name, or at the end of its aliases, where a validating resolver finds some. */
const ask = <Value>(
  world: World,
  name: string,
  wanted: WantedRecords,
  read: (world: World, name: string) => readonly Value[],
): readonly Value[] | undefined => {
  if (isFailing(world, name, wanted)) return undefined
  const missing = missingOf(world, name, wanted)?.reason
  const isFound = (missing === undefined || missing === 'null-mx') && !isDenied(world, name, wanted)
  return isFound ? read(world, canonicalName(world, name)) : []
}

const textsOf = (world: World, name: string): string[] => textRecordsOf(world, name).map(readableTextOf)

const exchangeNamesOf = (world: World, name: string): string[] =>
  exchangeRecordsOf(world, name).map(({ exchange }) => exchange)

// Returns the DMARC texts of a domain. Without stated facts, a query for a `_dmarc` name fails only if one for its domain fails, so
// checking the domain is enough. Suffixes have no policy.
const dmarcTextsOf = (world: World, domain: string): readonly string[] | undefined => {
  if (world.facts !== undefined) return ask(world, `_dmarc.${domain}`, 'text', textsOf)
  if (isSuffix(domain)) return []
  if (isFailing(world, domain)) return undefined
  const record = isDomain(world, domain) ? dmarcRecordOf(world, domain) : undefined
  return record === undefined ? [] : [record]
}

// The reasons for which a resolver answers NXDOMAIN.
const NAMELESS: ReadonlySet<Unreachable['reason'] | undefined> = new Set(['nxdomain', 'released', 'dangling'] as const)

/**
 * Returns the DNS that mail servers of a world see through a validating resolver. Timeouts don't occur here: after one, a receiver defers
 * the mail and its sender tries again (RFC 7208, section 8.6).
 */
export const mailDnsOf = (world: World): MailDns => ({
  text: (name) => ask(world, name, 'text', textsOf),
  dmarc: (domain) => dmarcTextsOf(world, domain),
  exchanges: (name) => ask(world, name, 'mail', exchangeNamesOf),
  addresses: (name, family) => ask(world, name, 'address', (_world, host) => addressesOf(world, host, family)),
  reverseNames: (address) => {
    const { hostname } = reverseOf(world, address)
    return hostname === null ? [] : [hostname]
  },
  exists: (name) => (isFailing(world, name) ? undefined : !NAMELESS.has(whyUnreachable(world, name)?.reason)),
})

/** Returns the SPF policy of a domain as receivers read it. */
export const spfOf = memoize((world, domain): SpfPolicy => readSpfPolicy(mailDnsOf(world), domain))

/** Returns the DMARC policy that receivers apply to mail of a domain. */
export const dmarcOf = memoize((world, domain): DmarcPolicy => readDmarcPolicy(mailDnsOf(world), domain))

/** The DKIM key of a domain, and the selector that names it. */
export interface DomainKey extends DkimKey {
  readonly selector: string
}

/** Returns the selectors that a document defines for a domain, or for the one whose names a DNAME record gives it. */
const statedSelectorsOf = (world: World, domain: string): readonly string[] | undefined => {
  if (world.facts === undefined) return undefined
  const { selectors, redirections } = world.facts
  const keys = redirections.size === 0 ? undefined : aliasPathOf(world, `_domainkey.${domain}`).end
  return selectors.get(domain) ?? selectors.get(keys?.replace('_domainkey.', '') ?? domain)
}

/** Returns the DKIM key of a domain as receivers read it: of several stated keys, the first valid one. */
export const dkimOf = memoize((world, domain): DomainKey => {
  const dns = mailDnsOf(world)
  const own = publishedDkimOf(world, domain).selector
  const read = (selector: string): DomainKey => ({
    selector,
    ...readDkimKey(dns.text(`${selector}._domainkey.${domain}`)),
  })
  const keys = (statedSelectorsOf(world, domain) ?? [own]).map(read)
  return (
    keys.find(({ state }) => state === 'valid') ?? keys.find(({ state }) => state !== 'missing') ?? keys[0] ?? read(own)
  )
})
