import { isV6 } from './addresses.ts'
import { prefixOf } from './subnets.ts'
import { addressOf } from './hosts.ts'
import { mailHostOf } from './mail.ts'
import { between, chance, decimals, type Entity, fraction, part, pick } from './mapping.ts'
import { remembered } from './remembered.ts'
import { entityOf, type World } from './world.ts'

/** The odds that a domain's SPF policy is valid (spec §9). */
export const SPF_VALID_ODDS = 0.8

/** One record that an SPF evaluation reads, with what it includes. */
export interface SpfNode {
  readonly domain: string
  /** DNS look-ups that this record's own terms cost (RFC 7208, section 4.6.4). */
  readonly lookups: number
  readonly includes: readonly SpfNode[]
}

/** The SPF policy of a domain. */
export interface SpfPolicy {
  readonly state: 'valid' | 'missing' | 'lookups' | 'syntax' | 'duplicate'
  /** Every `v=spf1` string that the domain publishes: none, one, or by mistake two. */
  readonly records: readonly string[]
  /** The terms of the first record, without the version in front of them. */
  readonly terms: readonly string[]
  /** The first record's tree; undefined when there is none. */
  readonly tree: SpfNode | undefined
  /** Look-ups of the whole tree; receivers stop after ten. */
  readonly lookups: number
}

/** Receivers stop with a permanent error after this many look-ups (RFC 7208, section 4.6.4). */
export const SPF_LOOKUP_LIMIT = 10

const SENDERS = ['newsletters', 'billing-mail', 'crm-send', 'helpdesk', 'surveys', 'payroll'] as const
const BROKEN = ['missing', 'lookups', 'syntax', 'duplicate'] as const
const LOOKUP_TERM = /^[+~?-]?(?:include:|a\b|mx\b|ptr\b|exists:|redirect=)/

/** Tells whether an SPF term costs a DNS look-up (RFC 7208, section 4.6.4). */
export const costsLookup = (term: string): boolean => LOOKUP_TERM.test(term)

const countLookups = ({ lookups, includes }: SpfNode): number => {
  let total = lookups
  for (const child of includes) total += countLookups(child)
  return total
}

const recordOf = (terms: readonly string[]): string => {
  let record = 'v=spf1'
  for (const term of terms) record += ` ${term}`
  return record
}

// A bulk sender splits its networks over three records, which costs whoever includes it four look-ups instead of one.
const BULK = '_spf-bulk.'
const PART = /^_spf[1-3]\./

const NOTHING: readonly SpfNode[] = []
const leaf = (domain: string): SpfNode => ({ domain, lookups: 0, includes: NOTHING })

const bulkNode = (domain: string): SpfNode => {
  const name = domain.slice(BULK.length)
  return { domain, lookups: 3, includes: [leaf(`_spf1.${name}`), leaf(`_spf2.${name}`), leaf(`_spf3.${name}`)] }
}

const isSenderRecord = (domain: string): boolean =>
  domain.startsWith('_spf') && (domain.startsWith('_spf.') || domain.startsWith(BULK) || PART.test(domain))

const senderTerms = (world: World, { domain, includes }: SpfNode): string[] => {
  if (includes.length > 0) return [...includes.map((child) => `include:${child.domain}`), '-all']
  const name = domain.slice(domain.indexOf('.') + 1)
  return [`ip4:${prefixOf(addressOf(world, `out.${name}`))}`, '-all']
}

/** Gives the record at a sender's own name; what includes it and what asks for it by name read the same. */
export const senderRecordOf = (world: World, sender: SpfNode): string => recordOf(senderTerms(world, sender))

const senderPolicy = (world: World, domain: string): SpfPolicy => {
  const tree = domain.startsWith(BULK) ? bulkNode(domain) : leaf(domain)
  const terms = senderTerms(world, tree)
  return { state: 'valid', records: [recordOf(terms)], terms, tree, lookups: countLookups(tree) }
}

const includesOf = (world: World, domain: string, id: Entity, tooMany: boolean): SpfNode[] => {
  const includes: SpfNode[] = []
  const host = mailHostOf(world, domain)
  if (host !== undefined) includes.push(leaf(`_spf.${host}`))
  // Three bulk senders make twelve, and the domain's own terms come on top.
  const senders = tooMany ? 3 : between(id, 'senders', 0, 2)
  const first = between(id, 'sender', 0, SENDERS.length - 1)
  for (let index = 0; index < senders; index++) {
    const name = SENDERS[(first + index) % SENDERS.length] ?? SENDERS[0]
    includes.push(tooMany ? bulkNode(`${BULK}${name}.example`) : leaf(`_spf.${name}.example`))
  }
  return includes
}

const STRICT_ENDINGS = ['-all', '-all', '~all', '~all', '~all'] as const
const ENDINGS = [...STRICT_ENDINGS, '?all'] as const

const termsOf = (
  world: World,
  domain: string,
  id: Entity,
  state: SpfPolicy['state'],
  includes: readonly SpfNode[],
): string[] => {
  const terms = ['mx']
  if (chance(id, 'ip4', 0.5)) {
    const address = addressOf(world, domain)
    terms.push(`${isV6(address) ? 'ip6' : 'ip4'}:${address}`)
  }
  for (const child of includes) terms.push(`include:${child.domain}`)
  if (state === 'syntax') terms.push('ipv4:198.51.100.0/24')
  terms.push(world.bends.upkeep === 'good' ? pick(id, 'all', STRICT_ENDINGS) : pick(id, 'all', ENDINGS))
  return terms
}

/** Gives the SPF policy of a domain. */
export const spfOf = remembered((world, domain): SpfPolicy => {
  if (isSenderRecord(domain)) return senderPolicy(world, domain)
  const id = entityOf(world, 'spf', domain)
  const state = world.bends.spf ?? (chance(id, 'valid', SPF_VALID_ODDS) ? 'valid' : pick(id, 'fault', BROKEN))
  if (state === 'missing') return { state, records: [], terms: [], tree: undefined, lookups: 0 }
  const includes = includesOf(world, domain, id, state === 'lookups')
  const terms = termsOf(world, domain, id, state, includes)
  const record = recordOf(terms)
  // Each include costs one look-up, and so does `mx`.
  const tree: SpfNode = { domain, lookups: 1 + includes.length, includes }
  const records = state === 'duplicate' ? [record, 'v=spf1 mx ~all'] : [record]
  return { state, records, terms, tree, lookups: countLookups(tree) }
})

/** The DMARC policy of a domain (RFC 7489). */
export interface DmarcPolicy {
  readonly policy: 'missing' | 'none' | 'quarantine' | 'reject'
  /** The TXT record at `_dmarc`, or null when there is none. */
  readonly record: string | null
}

const POLICIES = ['missing', 'none', 'none', 'quarantine', 'quarantine', 'reject', 'reject'] as const

/** Gives the DMARC policy of a domain. */
export const dmarcOf = (world: World, domain: string): DmarcPolicy => {
  const id = entityOf(world, 'dmarc', domain)
  const policy = world.bends.dmarc ?? pick(id, 'policy', POLICIES)
  return { policy, record: policy === 'missing' ? null : `v=DMARC1; p=${policy}; rua=mailto:dmarc@${domain}` }
}

/** The DKIM key of a domain (RFC 6376). */
export interface DkimKey {
  readonly configured: boolean
  readonly selector: string
  /** Length of the RSA key in bits. */
  readonly bits: 1024 | 2048
}

/** Gives the DKIM key that a domain publishes. */
export const dkimOf = (world: World, domain: string): DkimKey => {
  const id = entityOf(world, 'dkim', domain)
  return {
    configured: world.bends.dkim ?? chance(id, 'configured', 0.78),
    selector: pick(id, 'selector', ['s1', 'mail', 'default', 'k2026']),
    bits: chance(id, 'long', 0.8) ? 2048 : 1024,
  }
}

/** A number between 0 and 1 that tells how receivers think of a domain's mail so far. */
export const standingOf = (world: World, domain: string): number =>
  decimals(0.7 + 0.3 * fraction(part(entityOf(world, 'standing', domain), 0), 'standing'), 2)
