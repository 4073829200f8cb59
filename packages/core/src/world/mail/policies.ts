import { zoneStart, isSuffix } from '../../foundation/names.ts'
import { ownAddressOf } from '../hosts/hosts.ts'
import { prefixOf } from '../hosts/subnets.ts'
import { hasNoHosts, SENDERS } from '../names/companies.ts'
import { fact } from '../fact.ts'
import { type World, memoize, entityOf } from '../world.ts'
import { isV6 } from '../../foundation/addresses.ts'
import { mailHostOf } from './mail.ts'
import { between, chance, type Entity, pick } from '../../foundation/mapping.ts'
import type { Overrides } from '../decisions.ts'
import { overridesAt } from '../overrides-at.ts'
import { dnsStateOf, existsInWholeZone, isInWholeZone } from '../facts.ts'
import { undelegatedOf } from '../names/delegation.ts'

/** Writes an SPF record from terms. */
export const writeSpf = (terms: readonly string[]): string => {
  let record = 'v=spf1'
  for (const term of terms) record += ` ${term}`
  return record
}

// A bulk sender splits its networks over three records, so including it takes four lookups instead of one.
const BULK = '_spf-bulk.'
const PARTS = [1, 2, 3]
const PART = /^_spf[1-3]\./

const BULK_SENDERS: ReadonlySet<string> = new Set(SENDERS)

/** Returns the name at which a sender publishes its networks. */
export const senderOf = (name: string): string => `_spf.${name}`

/** Returns the name at which a sender publishes its networks, split over several records. */
const bulkSenderOf = (name: string): string => `${BULK}${name}`

const ownerOf = (domain: string): string => domain.slice(domain.indexOf('.') + 1)

/** Returns whether a name is the name of a sender's record. Any domain may send for others. */
export const isSender = (domain: string): boolean => {
  if (!domain.startsWith('_spf')) return false
  const name = ownerOf(domain)
  if (domain.startsWith('_spf.')) return zoneStart(name) === 0 && !hasNoHosts(name)
  return BULK_SENDERS.has(name) && (domain.startsWith(BULK) || PART.test(domain))
}

/** Returns the record at a sender's own name. */
const senderRecordOf = (world: World, domain: string): string => {
  const name = ownerOf(domain)
  return domain.startsWith(BULK)
    ? writeSpf([...PARTS.map((part) => `include:_spf${part}.${name}`), '-all'])
    : writeSpf([`ip4:${prefixOf(ownAddressOf(world, `out.${name}`))}`, '-all'])
}

/** The odds that a domain's SPF policy is valid (spec §9). */
const SPF_VALID_ODDS = 0.8

const BROKEN = ['missing', 'lookups', 'syntax', 'duplicate'] as const

/** Returns whether a host publishes its networks: a document may say that it doesn't. */
const publishesSenders = (world: World, host: string): boolean => {
  const { facts } = world
  const name = senderOf(host)
  if (facts === undefined) return true
  if (undelegatedOf(world, host) !== undefined || dnsStateOf(world, name) !== undefined) return false
  return !isInWholeZone(world, name) || existsInWholeZone(facts, name)
}

/** Returns the names that a domain's record includes. */
const includesOf = (world: World, domain: string, id: Entity, tooMany: boolean): string[] => {
  const includes: string[] = []
  const host = mailHostOf(world, domain)
  if (host !== undefined && publishesSenders(world, host)) includes.push(senderOf(host))
  // Three bulk senders need twelve lookups, plus the lookups of the domain's own terms.
  const senders = tooMany ? 3 : between(id, 'senders', 0, 2)
  const first = between(id, 'sender', 0, SENDERS.length - 1)
  for (let index = 0; index < senders; index++) {
    const name = SENDERS[(first + index) % SENDERS.length] ?? SENDERS[0]
    includes.push(tooMany ? bulkSenderOf(name) : senderOf(name))
  }
  return includes
}

const STRICT_ENDINGS = ['-all', '-all', '~all', '~all', '~all'] as const
const ENDINGS = [...STRICT_ENDINGS, '?all'] as const

const spfState = fact<string, NonNullable<Overrides['spf']>>({
  scenario: (world, domain) => overridesAt(world, domain).spf,
  seed: (world, domain) => {
    const id = entityOf(world, 'spf', domain)
    return chance(id, 'valid', SPF_VALID_ODDS) ? 'valid' : pick(id, 'fault', BROKEN)
  },
})

/** Returns the SPF records that a domain publishes by the seed: none, one, or two by mistake. Receivers read them with `spfOf`. */
export const spfRecordsOf = (world: World, domain: string): string[] => {
  if (isSender(domain)) return [senderRecordOf(world, domain)]
  const id = entityOf(world, 'spf', domain)
  const state = spfState(world, domain)
  if (state === 'missing') return []
  const terms = ['mx']
  if (chance(id, 'ip4', 0.5)) {
    const address = ownAddressOf(world, domain)
    terms.push(`${isV6(address) ? 'ip6' : 'ip4'}:${address}`)
  }
  for (const name of includesOf(world, domain, id, state === 'lookups')) terms.push(`include:${name}`)
  if (state === 'syntax') terms.push('ipv4:198.51.100.0/24')
  terms.push(pick(id, 'all', overridesAt(world, domain).upkeep === 'good' ? STRICT_ENDINGS : ENDINGS))
  return state === 'duplicate' ? [writeSpf(terms), 'v=spf1 mx ~all'] : [writeSpf(terms)]
}

const POLICIES = ['missing', 'none', 'none', 'quarantine', 'quarantine', 'reject', 'reject'] as const

const dmarcPolicy = fact<string, NonNullable<Overrides['dmarc']>>({
  law: (_world, domain) => (isSuffix(domain) ? 'missing' : undefined),
  scenario: (world, domain) => overridesAt(world, domain).dmarc,
  seed: (world, domain) => pick(entityOf(world, 'dmarc', domain), 'policy', POLICIES),
})

/**
 * Returns the DMARC record that a domain publishes by the seed; undefined if it publishes none. No policy applies to all domains below a
 * suffix. Receivers read records with `dmarcOf`.
 */
export const dmarcRecordOf = memoize((world, domain): string | undefined => {
  const policy = dmarcPolicy(world, domain)
  return policy === 'missing' ? undefined : `v=DMARC1; p=${policy}; rua=mailto:dmarc@${domain}`
})

/** The DKIM key that a domain publishes by the seed (RFC 6376). */
interface PublishedDkim {
  readonly configured: boolean
  readonly selector: string
  /** The length of the RSA key in bits. */
  readonly bits: 1024 | 2048
}

const SELECTORS = ['s1', 'mail', 'default', 'k2026'] as const

const publishesDkim = fact<string, boolean>({
  // A domain whose document lists keys has no others.
  document: (world, domain) =>
    world.facts?.selectors.has(domain) === true || isInWholeZone(world, domain) ? false : undefined,
  scenario: (world, domain) => overridesAt(world, domain).dkim,
  seed: (world, domain) => chance(entityOf(world, 'dkim', domain), 'configured', 0.78),
})

/** Returns the DKIM key that a domain publishes by the seed, unless a key is stated. Receivers read keys with `dkimOf`. */
export const publishedDkimOf = (world: World, domain: string): PublishedDkim => {
  const id = entityOf(world, 'dkim', domain)
  return {
    configured: publishesDkim(world, domain),
    selector: pick(id, 'selector', SELECTORS),
    bits: chance(id, 'long', 0.8) ? 2048 : 1024,
  }
}
