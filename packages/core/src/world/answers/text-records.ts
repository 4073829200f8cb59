import { timeToLive } from '../../foundation/periods.ts'
import { dkimPublicKeyOf } from '../mail/dkim-keys.ts'
import { statedAt } from '../facts.ts'
import { BIMI_SELECTOR, mtaStsOf, publishesLogo, tlsReportsOf } from './mail-policies.ts'
import { listAnswerTo } from '../hosts/listings.ts'
import { chance } from '../../foundation/mapping.ts'
import { publishedDkimOf, dmarcRecordOf, spfRecordsOf } from '../mail/policies.ts'
import { tokenOf } from '../../foundation/tokens.ts'
import { entityOf, type World } from '../world.ts'

/** One text record. */
export interface TextRecord {
  readonly value: string
  /** The strings of the record with the escapes of zone files, if they are stated one by one. */
  readonly strings?: readonly string[]
  /** Seconds. */
  readonly ttl: number
}

// The kinds of policies and keys, by the prefix before the domain in their names.
const POLICY_KINDS = {
  _dmarc: 'DMARC',
  _domainkey: 'DKIM',
  '_mta-sts': 'MTA-STS',
  '_smtp._tls': 'TLS-RPT',
  _bimi: 'BIMI',
} as const

/** A name that has only one policy or key. */
export interface PolicyName {
  readonly kind: (typeof POLICY_KINDS)[keyof typeof POLICY_KINDS]
  /** The domain of the policy or key. */
  readonly domain: string
  readonly selector: string
}

const POLICY_NAME = /^(?:(_dmarc|_mta-sts|_smtp\._tls)|([a-z0-9-]+(?:\.[a-z0-9-]+)*)\.(_domainkey|_bimi))\.(.+)$/

/**
 * Reads the name of a policy or key: `_dmarc.mail.example` (RFC 9989), `s1._domainkey.mail.example` (RFC 6376, section 3.6.2),
 * `_mta-sts.mail.example` (RFC 8461, section 3.1), `_smtp._tls.mail.example` (RFC 8460, section 3) or `default._bimi.mail.example`.
 */
export const policyNameOf = (name: string): PolicyName | undefined => {
  // Most names have no underscore, so they skip the regular expression.
  if (!name.includes('_')) return undefined
  const [, sole, selector = '', selected, domain] = POLICY_NAME.exec(name) ?? []
  if (domain === undefined) return undefined
  // The cast is safe: the pattern contains only keys of the table.
  return { kind: POLICY_KINDS[(sole ?? selected) as keyof typeof POLICY_KINDS], domain, selector }
}

/** Returns whether a domain publishes a policy or key. It does not generate a key, which would be slow. */
export const isPublished = (world: World, { kind, domain, selector }: PolicyName): boolean => {
  switch (kind) {
    case 'DMARC':
      return dmarcRecordOf(world, domain) !== undefined
    case 'DKIM': {
      const key = publishedDkimOf(world, domain)
      return key.configured && key.selector === selector
    }
    case 'MTA-STS':
      return mtaStsOf(world, domain) !== undefined
    case 'TLS-RPT':
      return tlsReportsOf(world, domain) !== undefined
    case 'BIMI':
      return selector === BIMI_SELECTOR && publishesLogo(world, domain)
  }
}

// The content of published policies and keys.
const WRITERS: { readonly [Kind in PolicyName['kind']]: (world: World, domain: string) => string } = {
  DMARC: (world, domain) => dmarcRecordOf(world, domain) ?? '',
  DKIM: (world, domain) => `v=DKIM1; k=rsa; p=${dkimPublicKeyOf(world, domain)}`,
  'MTA-STS': (world, domain) => `v=STSv1; id=${mtaStsOf(world, domain)?.id};`,
  'TLS-RPT': (world, domain) => `v=TLSRPTv1; rua=${tlsReportsOf(world, domain)}`,
  BIMI: (_world, domain) => `v=BIMI1; l=https://${domain}/logo.svg; a=;`,
}

/**
 * Returns the text records at a name that is no alias: its texts with the SPF records, or the name's one policy or key. For an entry of a
 * block list, they depend on the resolver that asks.
 */
export const textRecordsOf = (world: World, name: string, resolver: 'own' | 'public' = 'own'): TextRecord[] => {
  const entry = listAnswerTo(world, name, resolver)
  if (entry !== undefined) return [{ value: entry.text, ttl: entry.ttl }]
  const stated = statedAt(world, name)?.TXT
  if (stated !== undefined) return [...stated]
  const policy = policyNameOf(name)
  const id = entityOf(world, 'text', name)
  const ttl = timeToLive(id, 'ttl')
  if (policy !== undefined) {
    return isPublished(world, policy) ? [{ value: WRITERS[policy.kind](world, policy.domain), ttl }] : []
  }
  const records: TextRecord[] = []
  for (const value of spfRecordsOf(world, name)) records.push({ value, ttl })
  if (chance(id, 'search', 0.7))
    records.push({ value: `search-console-verification=${tokenOf(id, 'search', 20)}`, ttl })
  if (chance(id, 'office', 0.4)) records.push({ value: `office-suite-domain=${tokenOf(id, 'office', 20)}`, ttl })
  if (records.length === 0) records.push({ value: `ownership=${tokenOf(id, 'owner', 20)}`, ttl })
  return records
}
