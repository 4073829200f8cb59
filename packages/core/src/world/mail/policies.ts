import { isV6 } from '../../foundation/addresses.ts'
import { SENDERS } from '../names/companies.ts'
import {
  bulkSenderOf,
  countLookups,
  senderNamed,
  senderOf,
  senderTerms,
  type SpfNode,
  writeSpf,
} from './spf-senders.ts'
import { SPF_LOOKUP_LIMIT } from '../../protocols/spf-evaluation.ts'
import { statedAt } from '../facts.ts'
import { addressOf } from '../hosts/hosts.ts'
import { canonicalName } from '../hosts/machines.ts'
import { mailHostOf } from './mail.ts'
import { between, chance, type Entity, pick } from '../../foundation/mapping.ts'
import { isSuffix, zoneStart } from '../../foundation/names.ts'
import { memoize } from '../memoize.ts'
import type { Overrides } from '../overrides.ts'
import {
  followSpf,
  isOverLimit,
  type SpfWalk,
  type StatedSpf,
  statedDkimOf,
  statedDmarcOf,
  statedSpfOf,
} from './stated-policies.ts'
import { entityOf, type World, overridesAt } from '../world.ts'

/** The odds that a domain's SPF policy is valid (spec §9). */
const SPF_VALID_ODDS = 0.8

/** The state of a domain's SPF policy, without the text of its records. */
export interface SpfStanding {
  readonly state: StatedSpf['state']
  /** The first record's tree; undefined if there is no record. */
  readonly tree: SpfNode | undefined
  /** The last term of the first record, which applies to all other servers; undefined if there is no record. */
  readonly ending: StatedSpf['ending']
  /** The number of lookups of the whole tree; receivers stop after ten. For a stated record, the count stops at the eleventh. */
  readonly lookups: number
}

/** The SPF policy of a domain. */
export interface SpfPolicy extends SpfStanding {
  /** Every `v=spf1` string of the domain: none, one, or two by mistake. */
  readonly records: readonly string[]
  /** The terms of the first record, without its version. */
  readonly terms: readonly string[]
  /** The term of a stated record that makes it invalid. */
  readonly wrong?: string | undefined
}

/** Writes a number of lookups above the limit. At the eleventh, the count of a stated record ends, so it may need more. */
export const excessLookups = (lookups: number): string =>
  lookups === SPF_LOOKUP_LIMIT + 1 ? 'more than ten' : String(lookups)

const BROKEN = ['missing', 'lookups', 'syntax', 'duplicate'] as const
const includesOf = (world: World, domain: string, id: Entity, tooMany: boolean): SpfNode[] => {
  const includes: SpfNode[] = []
  const host = mailHostOf(world, domain)
  if (host !== undefined) includes.push(senderOf(host))
  // Three bulk senders need twelve lookups, plus those of the domain's own terms.
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

const stateOf = ({ spf }: Overrides, id: Entity): SpfStanding['state'] =>
  spf ?? (chance(id, 'valid', SPF_VALID_ODDS) ? 'valid' : pick(id, 'fault', BROKEN))

/** Reads the SPF policy of a domain, or of its alias target, as a part of an evaluation. */
const standingIn = (world: World, domain: string, walk: SpfWalk): SpfStanding => {
  const sender = statedAt(world, domain)?.TXT === undefined ? senderNamed(domain) : undefined
  if (sender !== undefined) {
    walk.lookups += countLookups(sender)
    return { state: 'valid', tree: sender, ending: '-all', lookups: walk.lookups }
  }
  const name = canonicalName(world, domain)
  const stated = statedSpfOf(world, name, walk)
  if (stated !== undefined) return stated
  const id = entityOf(world, 'spf', name)
  const overrides = overridesAt(world, name)
  const state = stateOf(overrides, id)
  if (state === 'missing') return { state, tree: undefined, ending: undefined, lookups: 0 }
  // The lookup for `mx`.
  walk.lookups++
  const includes = includesOf(world, name, id, state === 'lookups').map((node) => {
    if (statedAt(world, node.domain)?.TXT !== undefined) return followSpf(walk, node.domain).tree ?? node
    walk.lookups += 1 + countLookups(node)
    return node
  })
  // Each include needs one lookup, and so does `mx`.
  const tree: SpfNode = { domain, lookups: 1 + includes.length, includes }
  const ending = overrides.upkeep === 'good' ? pick(id, 'all', STRICT_ENDINGS) : pick(id, 'all', ENDINGS)
  return { state: state === 'valid' && isOverLimit(walk) ? 'lookups' : state, tree, ending, lookups: walk.lookups }
}

const startWalk = (world: World, domain: string): SpfWalk => {
  const walk: SpfWalk = {
    limit: SPF_LOOKUP_LIMIT,
    lookups: 0,
    // The domain's own record is being read, so an include of the domain is a loop.
    readings: new Map([[domain, undefined]]),
    read: (name) => standingIn(world, name, walk),
  }
  return walk
}

/** Returns the state of the SPF policy of a domain, or of its alias target: like `spfOf`, but without the text of the records. */
export const spfStandingOf = memoize((world, domain): SpfStanding =>
  standingIn(world, domain, startWalk(world, domain)),
)

const termsOf = (world: World, domain: string, { state, tree, ending }: SpfStanding): string[] => {
  if (tree === undefined || ending === undefined) return []
  if (senderNamed(domain) !== undefined) return senderTerms(world, tree)
  const terms = ['mx']
  if (chance(entityOf(world, 'spf', canonicalName(world, domain)), 'ip4', 0.5)) {
    const address = addressOf(world, domain)
    terms.push(`${isV6(address) ? 'ip6' : 'ip4'}:${address}`)
  }
  for (const child of tree.includes) terms.push(`include:${child.domain}`)
  if (state === 'syntax') terms.push('ipv4:198.51.100.0/24')
  terms.push(ending)
  return terms
}

/** Returns the SPF policy of a domain. */
export const spfOf = memoize((world, domain): SpfPolicy => {
  const name = canonicalName(world, domain)
  const stated = statedSpfOf(world, name, startWalk(world, name))
  if (stated !== undefined) return stated
  const standing = spfStandingOf(world, domain)
  const { state, tree, ending, lookups } = standing
  const terms = termsOf(world, domain, standing)
  const records = tree === undefined ? [] : [writeSpf(terms)]
  if (state === 'duplicate') records.push('v=spf1 mx ~all')
  return { state, tree, ending, lookups, records, terms }
})

/** The DMARC policy of a domain (RFC 9989). */
export interface DmarcPolicy {
  /** The domain that publishes the policy, or would publish it. */
  readonly domain: string
  readonly policy: 'missing' | 'none' | 'quarantine' | 'reject'
  /** The TXT record at `_dmarc`, or null if there is none. */
  readonly record: string | null
}

const POLICIES = ['missing', 'none', 'none', 'quarantine', 'quarantine', 'reject', 'reject'] as const

/** Returns the DMARC policy that a domain publishes itself. No policy applies to all domains below a suffix. */
export const dmarcOf = memoize((world, domain): DmarcPolicy => {
  const stated = statedDmarcOf(world, domain)
  if (stated !== undefined) return { domain, ...stated }
  const id = entityOf(world, 'dmarc', domain)
  const policy = isSuffix(domain) ? 'missing' : (overridesAt(world, domain).dmarc ?? pick(id, 'policy', POLICIES))
  return { domain, policy, record: policy === 'missing' ? null : `v=DMARC1; p=${policy}; rua=mailto:dmarc@${domain}` }
})

/**
 * Returns the DMARC policy that receivers apply to mail of a domain: its own, else that of its highest parent with a policy, up to the
 * registered domain (RFC 9989, section 4.10).
 */
export const appliedDmarcOf = (world: World, domain: string): DmarcPolicy => {
  const own = dmarcOf(world, domain)
  if (own.policy !== 'missing') return own
  for (let at = zoneStart(domain); at > 0; at = domain.lastIndexOf('.', at - 2) + 1) {
    const above = dmarcOf(world, domain.slice(at))
    if (above.policy !== 'missing') return above
  }
  return own
}

/** The DKIM key of a domain (RFC 6376). */
export interface DkimKey {
  readonly configured: boolean
  readonly selector: string
  /** The length of the RSA key in bits. */
  readonly bits: 1024 | 2048
}

const SELECTORS = ['s1', 'mail', 'default', 'k2026'] as const

/** Returns the DKIM key that a domain publishes. */
export const dkimOf = (world: World, domain: string): DkimKey => {
  const stated = statedDkimOf(world, domain)
  if (stated !== undefined) return stated
  const id = entityOf(world, 'dkim', domain)
  return {
    configured: overridesAt(world, domain).dkim ?? chance(id, 'configured', 0.78),
    selector: pick(id, 'selector', SELECTORS),
    bits: chance(id, 'long', 0.8) ? 2048 : 1024,
  }
}
