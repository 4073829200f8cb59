import { isTopLevel } from '../../foundation/public-suffixes.ts'
import { chance } from '../../foundation/mapping.ts'
import { firstLabelOf, isReverseName, topLevelOf, zoneOf } from '../../foundation/names.ts'
import { PLATFORMS } from './companies.ts'
import type { Facts } from '../facts.ts'
import { entityOf, type World } from '../world.ts'

/**
 * The reason why no nameserver has the zone of a name. `special`: its top-level domain is reserved and never resolves. `unknown`: there is
 * no such top-level domain. `free`: nobody registered the domain.
 */
export type Undelegated = 'special' | 'unknown' | 'free'

/** The top-level domains that never resolve, with the RFC that reserves them. Names below `localhost` have loopback addresses. */
export const SPECIAL_NAMES: ReadonlyMap<string, string> = new Map([
  ['alt', 'RFC 9476'],
  ['invalid', 'RFC 6761, section 6.4'],
  ['local', 'RFC 6762, section 3'],
  ['localhost', 'RFC 6761, section 6.3'],
  ['onion', 'RFC 7686'],
])

/** The domains that nobody registered in any world. Every other domain is registered, because the odds of the specification count on it. */
const FREE_DOMAINS: ReadonlySet<string> = new Set(['missing.example', 'missing.test', 'missing.com'])

/** Returns why a name's zone is missing, apart from world documents; undefined if it exists. */
const undelegatedName = (name: string): Undelegated | undefined => {
  if (name === '.') return undefined
  const top = topLevelOf(name)
  if (!isTopLevel(top)) return SPECIAL_NAMES.has(top) ? 'special' : 'unknown'
  // Nobody registers domains below `.arpa`: the seed has its reverse zones only (RFC 3172).
  if (top === 'arpa') return isReverseName(name) || name === top ? undefined : 'free'
  return FREE_DOMAINS.has(zoneOf(name)) ? 'free' : undefined
}

// The latest result, because a run looks up the same name a dozen times in a row.
const latest: { name: string; reason: Undelegated | undefined } = { name: '.', reason: undefined }

/** Returns why a name's zone is missing; undefined if it exists, as every zone in which a world document defines records does. */
export const undelegatedOf = (world: { readonly facts: Facts | undefined }, name: string): Undelegated | undefined => {
  if (name !== latest.name) {
    latest.reason = undelegatedName(name)
    latest.name = name
  }
  return latest.reason !== undefined && world.facts?.zones.has(zoneOf(name)) === true ? undefined : latest.reason
}

/** The addresses of `localhost` and the names below it (RFC 6761, section 6.3). */
export const LOOPBACK = ['127.0.0.1', '::1'] as const

/** Returns whether a name has the loopback addresses: `localhost` or a name below it. */
export const isLoopback = (name: string): boolean => name.endsWith('localhost') && topLevelOf(name) === 'localhost'

// The first labels of names that people use below their domains, with or without a number.
const COMMON_LABEL =
  /^(?:account|admin|api|app|assets|auth|autoconfig|autodiscover|backup|beta|blog|calendar|cdn|chat|ci|cloud|crm|dashboard|data|db|demo|dev|dns|docs|download|edge|email|en|events|exchange|files|forum|ftp|gateway|git|help|home|host|id|images|imap|img|intranet|jobs|link|lists|login|mail|marketing|media|mobile|mx|my|news|newsletter|node|ns|out|owa|pay|pop|portal|proxy|rdap|relay|remote|sales|search|secure|server|shop|smtp|sso|staging|static|stats|status|store|support|test|vpn|web|webmail|whois|wiki|www)s?\d{0,2}$/
const COMMON_SHORT = new Set(['go', 'm', 't', 'mta-sts', 'www-dev', 'www-test'])
// Names of machines, which include the root servers, and names in stale PTR records (see `reverse-names.ts`).
const MACHINE = /^(?:ip6?-|static-\d+\.|(?:bras|core|edge|mta)\d|gw\.|resolver\.|[a-m]\.root-servers\.net$)/

const EXISTS_ODDS = 0.5

/**
 * Returns whether a name directly below a domain exists by the seed: those that people use do, and half of all others, so that a typo can
 * give NXDOMAIN.
 */
export const isInUse = (world: World, name: string): boolean => {
  const label = firstLabelOf(name)
  return (
    COMMON_LABEL.test(label) ||
    COMMON_SHORT.has(label) ||
    MACHINE.test(name) ||
    PLATFORMS.some((host) => host === name) ||
    chance(entityOf(world, 'existence', name), 'exists', EXISTS_ODDS)
  )
}

/** Returns whether a name belongs to a machine, whose address the name determines, so that it is never an alias. */
export const isMachineName = (name: string): boolean => MACHINE.test(name)
