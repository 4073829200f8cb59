import { dnssecStateOf } from '../names/dnssec.ts'
import { exchangeRecordsOf, mailServerOf } from '../mail/mail.ts'
import { chance, pick } from '../../foundation/mapping.ts'
import { isSuffix, zoneOf } from '../../foundation/names.ts'
import { aliasPathOf } from '../names/aliases.ts'
import { dnsStateOf, isInWholeZone, readableTextOf, statedAt } from '../facts.ts'
import { dmarcRecordOf } from '../mail/policies.ts'
import { readPolicyRecord } from '../../protocols/policy-records.ts'
import type { Tags } from '../../protocols/tag-list.ts'
import { readDmarcRecord } from '../../protocols/dmarc-policy.ts'
import { lastTime } from '../../foundation/periods.ts'
import { DAY } from '../../foundation/units.ts'
import { dayNumber } from '../../foundation/time.ts'
import { overridesAt } from '../overrides-at.ts'
import { entityOf, type World } from '../world.ts'
import { creationOf } from './zones.ts'

/*
 * Policies that few domains publish in addition to SPF, DKIM and DMARC: required encryption of mail, reports about failed encryption, and a
 * logo. Only registered domains publish them, not names below.
 */

/** The odds that a domain publishes each policy. */
const ODDS = { 'mta-sts': 0.15, 'tls-rpt': 0.15, bimi: 0.2, dane: 0.3 } as const

const publishes = (world: World, kind: keyof typeof ODDS, domain: string): boolean =>
  zoneOf(domain) === domain &&
  !isSuffix(domain) &&
  !isInWholeZone(world, domain) &&
  (overridesAt(world, domain).upkeep === 'good' || chance(entityOf(world, kind, domain), 'published', ODDS[kind]))

/** Returns the texts that a document defines at a name, or at the end of its aliases; undefined if they follow from the seed. */
const statedTextsAt = (world: World, name: string): readonly string[] | undefined => {
  if (world.facts === undefined) return undefined
  const { links, end, outcome } = aliasPathOf(world, name)
  if (outcome !== 'resolves' || [name, end].some((at) => dnsStateOf(world, at) !== undefined)) return []
  return statedAt(world, end)?.TXT?.map(readableTextOf) ?? (links.length > 0 ? [] : undefined)
}

/** A stated policy: the tags of its only record, none if receivers find no valid one; undefined if the seed decides. */
const statedPolicyAt = (world: World, name: string, kind: 'MTA-STS' | 'TLS-RPT'): Tags | undefined => {
  const texts = statedTextsAt(world, name)
  return texts && (readPolicyRecord(kind, texts).tags ?? NO_TAGS)
}

const NO_TAGS: Tags = new Map<string, string>()

/** An MTA-STS policy (RFC 8461, section 3.2). */
export interface MtaStsPolicy {
  /** The id, which changes with the policy, so that senders with a cached copy fetch it again. */
  readonly id: string
  readonly mode: 'enforce' | 'testing'
  /** The mail servers that may accept mail of the domain. */
  readonly mx: readonly string[]
  /** The time for which senders cache the policy, in seconds. */
  readonly maxAge: number
}

const WEEKS = [1, 2, 4] as const
const MODES = ['enforce', 'testing'] as const

/**
 * Returns the MTA-STS policy of a domain. By the seed, a domain publishes one only if all its mail servers offer encryption. A document
 * defines only the record (RFC 8461, section 3.1), so the policy's content follows from the seed.
 */
export const mtaStsOf = (world: World, domain: string): MtaStsPolicy | undefined => {
  const stated = statedPolicyAt(world, `_mta-sts.${domain}`, 'MTA-STS')
  const statedId = stated?.get('id')
  if (stated === undefined ? !publishes(world, 'mta-sts', domain) : statedId === undefined) return undefined
  const mx = exchangeRecordsOf(world, domain).flatMap(({ exchange }) => (exchange === '.' ? [] : [exchange]))
  if (stated === undefined && !mx.every((exchange) => mailServerOf(world, exchange).tls)) return undefined
  const id = entityOf(world, 'mta-sts', domain)
  const changed = Math.max(lastTime(world.at, id, 'changed', 180 * DAY), creationOf(world, domain))
  return {
    id: statedId ?? `${dayNumber(changed)}T000000`,
    mode: overridesAt(world, domain).upkeep === 'good' ? 'enforce' : pick(id, 'mode', MODES),
    mx: overridesAt(world, domain).sts === 'mismatch' ? [`old-mx.${domain}`] : mx,
    maxAge: pick(id, 'weeks', WEEKS) * 604_800,
  }
}

/**
 * Returns where a domain wants reports about TLS (RFC 8460, section 3); undefined if nowhere. By the seed, domains with an MTA-STS policy want
 * them, and some others.
 */
export const tlsReportsOf = (world: World, domain: string): string | undefined => {
  const stated = statedPolicyAt(world, `_smtp._tls.${domain}`, 'TLS-RPT')
  if (stated !== undefined) return stated.get('rua')
  const isWanted = publishes(world, 'tls-rpt', domain) || mtaStsOf(world, domain) !== undefined
  return isWanted ? `mailto:tls-reports@${domain}` : undefined
}

/** The selector of all BIMI records of the simulated internet: the default of receivers. */
export const BIMI_SELECTOR = 'default'

/** Returns whether a domain publishes a logo (BIMI). Receivers show it only with an enforced DMARC policy. */
export const publishesLogo = (world: World, domain: string): boolean => {
  if (!publishes(world, 'bimi', domain)) return false
  const policy = readDmarcRecord(domain, ownDmarcTexts(world, domain)).record?.actions?.p
  return policy === 'quarantine' || policy === 'reject'
}

const ownDmarcTexts = (world: World, domain: string): readonly string[] =>
  statedTextsAt(world, `_dmarc.${domain}`) ?? [dmarcRecordOf(world, domain) ?? '']

const EXCHANGE_TLSA = /^_25\._tcp\.(mx[1-3]\.(.+))$/

/**
 * Returns the mail server whose key a name pins with a TLSA record (DANE, RFC 7672); undefined without a pin, even if the server exists.
 * A pin needs a signed zone and a server that offers encryption.
 */
export const pinnedServerOf = (world: World, name: string): string | undefined => {
  const [, host, domain] = EXCHANGE_TLSA.exec(name) ?? []
  if (host === undefined || domain === undefined || !publishes(world, 'dane', domain)) return undefined
  return dnssecStateOf(world, domain) !== 'insecure' && mailServerOf(world, host).tls ? host : undefined
}
