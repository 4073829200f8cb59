import { hasNoHosts } from '../names/companies.ts'
import { dnsHostOf, nameserversOf } from '../names/nameservers.ts'
import { dnsStateOf, statedAt, zoneAt } from '../facts.ts'
import { between, chance, type Entity, pick } from '../../foundation/mapping.ts'
import { isWithin, zoneOf, zoneStart } from '../../foundation/names.ts'
import { lastMoveOf } from './propagation.ts'
import { lastTime, startOfCertificate, anniversary } from '../../foundation/periods.ts'
import { DAY } from '../../foundation/units.ts'
import { dayNumber } from '../../foundation/time.ts'
import { memoize, entityOf, type World } from '../world.ts'
import { zoneOverridesAt } from '../overrides-at.ts'

/** Returns the time to live of the NS records of a name's zone, in seconds. */
export const nameserverTtlOf = (world: World, name: string): number =>
  statedAt(world, zoneAt(world, name))?.NS?.[0]?.ttl ?? 86_400

/** The SOA data of a zone (RFC 1035, section 3.3.13). Times in seconds. */
export interface Authority {
  readonly primary: string
  /** The mailbox of the person responsible, written as an email address. */
  readonly mailbox: string
  /** The date of the last change and its sequence number on that day: 2026112003 (RFC 1912, section 2.2). */
  readonly serial: number
  readonly refresh: number
  readonly retry: number
  readonly expire: number
  readonly minimum: number
  /** The time to live of the record, if it is stated; otherwise it is the minimum. */
  readonly ttl?: number
  /** The time of the zone's last change, in epoch milliseconds. */
  readonly changed: number
}

const REFRESH = [3600, 7200, 14_400, 43_200, 86_400] as const
const RETRY = [600, 900, 1800, 3600] as const
const EXPIRE = [604_800, 1_209_600, 2_419_200] as const
const MINIMUM = [300, 900, 3600, 86_400] as const

/** Returns the SOA data of a name's zone. */
export const authorityOf = memoize((world, name): Authority => {
  const zone = zoneAt(world, name)
  const id = entityOf(world, 'zone', zone)
  // A zone is never older than its registration, and a change that is still propagating is its latest one.
  const moved = lastMoveOf(world, zone)
  const host = dnsHostOf(id, zone)
  const changed = moved ?? Math.max(lastTime(world.at, id, 'changed', 21 * DAY), creationOf(world, name))
  return {
    primary: nameserversOf(world, zone)[0] ?? host,
    mailbox: `hostmaster@${hasNoHosts(zone) ? host : zone}`,
    serial: dayNumber(changed) * 100 + between(id, 'revision', 1, 9),
    refresh: pick(id, 'refresh', REFRESH),
    retry: zoneOverridesAt(world, zone).upkeep === 'good' ? 900 : pick(id, 'retry', RETRY),
    expire: pick(id, 'expire', EXPIRE),
    minimum: pick(id, 'minimum', MINIMUM),
    changed,
    ...statedAt(world, zone)?.SOA?.[0],
  }
})

/** The registration of a domain. */
export interface Registration {
  readonly domain: string
  readonly registrar: string
  /** Epoch milliseconds. */
  readonly created: number
  readonly expires: number
  /** EPP status codes (RFC 5731, section 2.3). */
  readonly status: string[]
}

const REGISTRARS = ['Namequay Registrar', 'Lantern Domains', 'Registry Row', 'Old Mill Names'] as const
const YEAR = 365.25 * DAY

// The age of the oldest certificate of a scenario: it expired up to seven days ago, after ninety days.
const OLDEST_CERTIFICATE = 97 * DAY

const ageOf = (id: Entity): number => between(id, 'age', 0, 24)

const createdAt = (world: World, name: string, id: Entity): number => {
  const created = lastTime(world.at, id, 'day', YEAR) - ageOf(id) * YEAR
  const { certificate } = zoneOverridesAt(world, name)
  const hasOldCertificate = certificate === 'expiring' || certificate === 'expired'
  const began = hasOldCertificate && world.at - created < OLDEST_CERTIFICATE ? created - YEAR : created
  if (world.facts === undefined) return began
  const years = Math.ceil((began - oldestCertificate(world, zoneOf(name))) / YEAR)
  return years > 0 ? began - years * YEAR : began
}

/**
 * Returns the issue date of the oldest stated certificate of a zone, because a certificate can't be older than its domain's registration.
 */
const oldestCertificate = (world: World, zone: string): number => {
  const ends = [...(world.facts?.hosts ?? [])].flatMap(([host, { certificate }]) =>
    certificate?.expires !== undefined && isWithin(host, zone)
      ? startOfCertificate(Date.parse(certificate.expires), world.at)
      : [],
  )
  return ends.reduce((least, start) => Math.min(least, start - DAY), Infinity)
}

/** Returns the registration date of a name's domain: like the `created` of `registrationOf`, but faster. */
export const creationOf = (world: World, name: string): number =>
  createdAt(world, name, entityOf(world, 'registration', name, zoneStart(name)))

/** Returns the first anniversary after `at` that is at least this number of years after `created`. */
const nextAnniversary = (created: number, years: number, at: number): number => {
  const expires = anniversary(created, years)
  return expires > at ? expires : nextAnniversary(created, years + 1, at)
}

/** Returns the registration of a name's domain. It was created in the past and expires in the future. */
export const registrationOf = memoize((world, name): Registration => {
  const domain = zoneOf(name)
  const id = entityOf(world, 'registration', domain)
  const created = createdAt(world, domain, id)
  const isKept = zoneOverridesAt(world, domain).upkeep === 'good'
  const years = ageOf(id) + between(id, 'term', isKept ? 2 : 1, 3)
  const expires = anniversary(created, years)
  return {
    domain,
    registrar: pick(id, 'registrar', REGISTRARS),
    created,
    // A calendar year may be a day shorter than the mean year by which `created` was computed.
    expires: expires > world.at ? expires : nextAnniversary(created, years + 1, world.at),
    // A registered name that is missing in the DNS is on hold (RFC 5731, section 2.3).
    status:
      dnsStateOf(world, domain) === 'nxdomain'
        ? ['clientHold']
        : isKept || chance(id, 'locked', 0.8)
          ? ['clientTransferProhibited', 'clientDeleteProhibited']
          : ['ok'],
  }
})
