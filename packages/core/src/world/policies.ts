import { isV6 } from './addresses.ts'
import { addressOf } from './hosts.ts'
import { mailHostOf } from './mail.ts'
import { between, chance, decimals, type Entity, fraction, part, pick } from './mapping.ts'
import { entityOf, remembered, type World } from './world.ts'

/** The odds that a domain's SPF policy is valid (spec §9). */
export const SPF_VALID_ODDS = 0.8

/** One record that an SPF evaluation reads, with what it includes. */
export interface SpfNode {
  readonly domain: string
  readonly record: string
  /** DNS look-ups that this record's own terms cost (RFC 7208, section 4.6.4). */
  readonly lookups: number
  readonly includes: SpfNode[]
}

/** The SPF policy of a domain. */
export interface SpfPolicy {
  readonly state: 'valid' | 'missing' | 'lookups' | 'syntax' | 'duplicate'
  /** Every `v=spf1` string that the domain publishes: none, one, or by mistake two. */
  readonly records: string[]
  /** The first record's tree; undefined when there is none. */
  readonly tree: SpfNode | undefined
  /** Look-ups of the whole tree; receivers stop after ten. */
  readonly lookups: number
}

/** Receivers stop with a permanent error after this many look-ups (RFC 7208, section 4.6.4). */
export const SPF_LOOKUP_LIMIT = 10

const subnetAround = (address: string): string => `${address.slice(0, address.lastIndexOf('.'))}.0/24`

const SENDERS = ['newsletters', 'billing-mail', 'crm-send', 'helpdesk', 'surveys', 'payroll'] as const
const BROKEN = ['missing', 'lookups', 'syntax', 'duplicate'] as const
const LOOKUP_TERM = /^[+~?-]?(?:include:|a\b|mx\b|ptr\b|exists:|redirect=)/

/** Tells whether an SPF term costs a DNS look-up (RFC 7208, section 4.6.4). */
export const costsLookup = (term: string): boolean => LOOKUP_TERM.test(term)

const countLookups = (node: SpfNode): number =>
  node.includes.reduce((total, child) => total + countLookups(child), node.lookups)

const node = (domain: string, terms: readonly string[], includes: SpfNode[]): SpfNode => ({
  domain,
  record: ['v=spf1', ...terms].join(' '),
  lookups: terms.filter(costsLookup).length,
  includes,
})

// A bulk sender splits its networks over three records, which costs whoever includes it four look-ups instead of one.
const BULK = '_spf-bulk.'
const PART = /^_spf[1-3]\./

/** The record at a sender's own name; what includes it and what asks for it by name read the same. */
const senderNode = (world: World, domain: string): SpfNode => {
  const name = domain.slice(domain.indexOf('.') + 1)
  const block = `ip4:${subnetAround(addressOf(world, `out.${name}`))}`
  if (!domain.startsWith(BULK)) return node(domain, [block, '-all'], [])
  const parts = [1, 2, 3].map((index) => node(`_spf${index}.${name}`, [block, '-all'], []))
  return node(domain, [...parts.map((part) => `include:${part.domain}`), '-all'], parts)
}

const isSenderRecord = (domain: string): boolean =>
  domain.startsWith('_spf.') || domain.startsWith(BULK) || PART.test(domain)

const senderNames = (id: Entity, least: number): (typeof SENDERS)[number][] => {
  const first = between(id, 'sender', 0, SENDERS.length - 1)
  const count = Math.max(least, between(id, 'senders', 0, 2))
  return Array.from({ length: count }, (_, index) => SENDERS[(first + index) % SENDERS.length] ?? 'newsletters')
}

const treeOf = (world: World, domain: string, id: Entity, state: SpfPolicy['state']): SpfNode => {
  // Three senders with three nested includes each make 12, and the domain's own terms come on top.
  const tooMany = state === 'lookups'
  const senders = senderNames(id, tooMany ? 3 : 0).map((name) =>
    senderNode(world, `${tooMany ? BULK : '_spf.'}${name}.example`),
  )
  const host = mailHostOf(world, domain)
  const hosted = host === undefined ? [] : [senderNode(world, `_spf.${host}`)]
  const includes = [...hosted, ...senders]
  const loose = world.bends.upkeep === 'good' ? '~all' : '?all'
  const all = pick(id, 'all', ['-all', '-all', '~all', '~all', '~all', loose])
  const own = [
    'mx',
    ...(chance(id, 'ip4', 0.5)
      ? [`${isV6(addressOf(world, domain)) ? 'ip6' : 'ip4'}:${addressOf(world, domain)}`]
      : []),
  ]
  const terms = [...own, ...includes.map((child) => `include:${child.domain}`)]
  return node(domain, state === 'syntax' ? [...terms, 'ipv4:198.51.100.0/24', all] : [...terms, all], includes)
}

/** Gives the SPF policy of a domain. */
export const spfOf = remembered((world, domain): SpfPolicy => {
  if (isSenderRecord(domain)) {
    const sender = senderNode(world, domain)
    return { state: 'valid', records: [sender.record], tree: sender, lookups: countLookups(sender) }
  }
  const id = entityOf(world, 'spf', domain)
  const state = world.bends.spf ?? (chance(id, 'valid', SPF_VALID_ODDS) ? 'valid' : pick(id, 'fault', BROKEN))
  if (state === 'missing') return { state, records: [], tree: undefined, lookups: 0 }
  const tree = treeOf(world, domain, id, state)
  const records = state === 'duplicate' ? [tree.record, 'v=spf1 mx ~all'] : [tree.record]
  return { state, records, tree, lookups: countLookups(tree) }
})

/** The DMARC policy of a domain (RFC 7489). */
export interface DmarcPolicy {
  readonly policy: 'missing' | 'none' | 'quarantine' | 'reject'
  /** The TXT record at `_dmarc`, or null when there is none. */
  readonly record: string | null
}

/** Gives the DMARC policy of a domain. */
export const dmarcOf = (world: World, domain: string): DmarcPolicy => {
  const id = entityOf(world, 'dmarc', domain)
  const policy =
    world.bends.dmarc ?? pick(id, 'policy', ['missing', 'none', 'none', 'quarantine', 'quarantine', 'reject', 'reject'])
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
