import { timeToLive } from '../../foundation/periods.ts'
import { isV6 } from '../../foundation/addresses.ts'
import { dnsStateOf, type PortAnswer, statedAt } from '../facts.ts'
import { askedOf } from '../hosts/dns-faults.ts'
import { addressesOf } from '../hosts/hosts.ts'
import { addressAt, type Machine, machineOverridesAt } from '../hosts/machine-at.ts'
import { canonicalName, exchangeMachine, machineOf, sharedZone } from '../hosts/machines.ts'
import { aliasPathOf } from '../names/aliases.ts'
import { MAIL_HOSTS } from '../names/companies.ts'
import { between, chance, type Entity, pick } from '../../foundation/mapping.ts'
import { exchangeName, zoneOf } from '../../foundation/names.ts'
import { CONNECT_TIMEOUT, handshakeTime, mailAnswerOf, retransmissionsTo, roundTripAt } from '../hosts/reach.ts'
import { closesAtOnce } from './mail-rules.ts'
import { MAIL_PROGRAMS, type MailProgram } from './mail-software.ts'
import { fact } from '../fact.ts'
import { memoize, entityOf, type World } from '../world.ts'
import { statedMachineOf } from '../hosts/stated-hosts.ts'
import { overridesAt } from '../overrides-at.ts'

/** One MX record of a domain. */
export interface ExchangeRecord {
  /** The MX preference (RFC 5321, section 5.1); senders try the lowest first. */
  readonly priority: number
  readonly exchange: string
  /** Seconds. */
  readonly ttl: number
}

/** One mail server of a domain, and its answer on port 25. */
export interface ExchangeState extends ExchangeRecord {
  readonly machine: Machine
  /** `unresolved`: no address is found, so senders try the next server at once. `closes`: connections end before the greeting. */
  readonly answer: PortAnswer | 'unresolved' | 'closes'
  /** Whether the server accepts connections. */
  readonly answers: boolean
}

/** One mail server of a domain, with the outcome of a connection. */
export interface Exchange extends ExchangeState {
  /** A dash without an address. */
  readonly address: string
  /** Milliseconds until the greeting, the refusal, or the sender's timeout. */
  readonly time: number
}

/** Returns the company that receives the mail of a domain, or undefined if the domain runs its own mail servers. */
export const mailHostOf = (world: World, domain: string): string | undefined => {
  const name = canonicalName(world, domain)
  const [first] = statedAt(world, name)?.MX ?? []
  if (first === undefined || first.exchange === '.')
    return statedAt(world, name)?.MX === undefined ? hostedBy(entityOf(world, 'mail', name)) : undefined
  const host = zoneOf(first.exchange)
  return host === zoneOf(name) ? undefined : host
}

const hostedBy = (id: Entity): string | undefined =>
  chance(id, 'hosted', 0.4) ? pick(id, 'host', MAIL_HOSTS) : undefined

const countOf = (world: World, name: string, id: Entity): number =>
  // The effect of a scenario about mail servers is visible only with a second mail server.
  between(id, 'count', overridesAt(world, name).exchange === undefined ? 1 : 2, 3)

/** Returns whether a name accepts no mail: its only MX record is a null MX (RFC 7505). */
export const refusesMail = (world: World, name: string): boolean => statedAt(world, name)?.MX?.[0]?.exchange === '.'

/**
 * Returns the MX records of a domain, or of its alias target, in the order in which senders try them. Only a document has none, or a
 * null MX. A domain's own mail servers are directly below the registered domain and receive the mail of all names in it.
 */
export const exchangeRecordsOf = (world: World, domain: string): ExchangeRecord[] => {
  const name = canonicalName(world, domain)
  const stated = statedAt(world, name)?.MX
  if (stated !== undefined) return [...stated]
  const id = entityOf(world, 'mail', name)
  const host = hostedBy(id) ?? zoneOf(name)
  const ttl = timeToLive(id, 'ttl')
  const records = [{ priority: 10, exchange: exchangeName(1, host), ttl }]
  const count = countOf(world, name, id)
  for (let number = 2; number <= count; number++)
    records.push({ priority: number * 10, exchange: exchangeName(number, host), ttl })
  return records
}

/**
 * Returns the mail servers that senders try: the hosts of the MX records, none for a null MX (RFC 7505), and without MX records the name itself
 * (RFC 5321, section 5.1).
 */
export const mailTargetsOf = (world: World, domain: string): ExchangeRecord[] => {
  const records = exchangeRecordsOf(world, domain)
  if (world.facts === undefined) return records
  const name = canonicalName(world, domain)
  if (refusesMail(world, name)) return []
  return records.length > 0
    ? records
    : [{ priority: 0, exchange: name, ttl: statedAt(world, name)?.A?.[0]?.ttl ?? 3600 }]
}

/** Returns whether resolvers find an address of a mail server. By the seed, they always do. */
const hasAddress = (world: World, host: string): boolean => {
  if (world.facts === undefined) return true
  const { links, end, outcome } = aliasPathOf(world, host)
  const names = [...links.map(({ name }) => name), end]
  if (outcome !== 'resolves' || names.some((name) => dnsStateOf(world, name) !== undefined)) return false
  const addresses = addressesOf(world, end)
  const type = addresses.every(isV6) ? 'AAAA' : 'A'
  return addresses.length > 0 && askedOf(world, host, type).outcome === 'answer'
}

/** Returns the mail servers of a domain, with the answer of each. */
export const exchangeStatesOf = memoize((world, domain): ExchangeState[] => {
  const records = mailTargetsOf(world, domain)
  const zone = sharedZone(world, records[0]?.exchange ?? domain)
  return records.map(({ priority, exchange, ttl }, index) => {
    const machine =
      world.facts === undefined ? exchangeMachine(world, exchange, index + 1, zone) : machineOf(world, exchange)
    const state = hasAddress(world, exchange) ? mailAnswerOf(world, machine) : 'unresolved'
    const answer = state === 'open' && closesAtOnce(world, exchange) ? 'closes' : state
    return { priority, exchange, ttl, machine, answer, answers: answer === 'open' }
  })
})

const SMTP_PORT = 25

const timeAt = (world: World, { machine, answer }: ExchangeState): number => {
  if (answer === 'unresolved') return 0
  if (answer === 'silent') return CONNECT_TIMEOUT
  return answer === 'refused' ? handshakeTime(world, machine, SMTP_PORT) : greetingAt(world, machine)
}

/** Returns the mail servers of a domain, with the outcome of a connection to each. */
export const exchangesOf = (world: World, domain: string): Exchange[] =>
  exchangeStatesOf(world, domain).map((state) => {
    const { priority, exchange, ttl, machine, answer, answers } = state
    const [address, time] = [answer === 'unresolved' ? '—' : addressAt(machine), timeAt(world, state)]
    return { priority, exchange, ttl, machine, answer, answers, address, time }
  })

const greetingAt = (world: World, machine: Machine): number => {
  const delayOf = retransmissionsTo(world, machine)
  const lost = delayOf(0) + delayOf(1)
  return Math.round(roundTripAt(world, machine) * 3 + between(machine.id, 'checks', 20, 180)) + lost
}

/**
 * Returns the milliseconds from connecting to a mail server until its greeting: three round trips, the server's checks, and retransmissions
 * of a lost SYN or greeting.
 */
export const greetingTime = (world: World, host: string): number => greetingAt(world, machineOf(world, host))

/** The properties of a mail server: its software, its extensions, and its handling of unknown senders and recipients. */
export interface MailServer {
  readonly software: MailProgram
  readonly tls: boolean
  /** Whether STARTTLS is removed from its replies on the way. */
  readonly stripped: boolean
  /** The SASL mechanisms in the EHLO reply (RFC 4954). */
  readonly authentication: string[]
  readonly recipients: 'verified' | 'greylisted' | 'catch-all'
  /** The largest accepted message, in bytes (RFC 1870). */
  readonly size: number
}

const AUTHENTICATION: readonly [readonly string[], ...(readonly string[])[]] = [
  ['PLAIN', 'LOGIN'],
  ['PLAIN', 'LOGIN', 'XOAUTH2'],
  ['PLAIN', 'SCRAM-SHA-256'],
  ['LOGIN', 'CRAM-MD5'],
]

const SIZES = [10_485_760, 26_214_400, 36_700_160, 52_428_800] as const

/** Returns the mail server on a host. All names with the same address have the same mail server. */
export const mailServerOf = memoize((world, host): MailServer => {
  const machine = machineOf(world, host)
  const { id } = machine
  return {
    software: programAt(machine),
    tls: offersTls(world, machine),
    stripped: machineOverridesAt(world, machine).starttls === 'stripped',
    authentication: [...pick(id, 'authentication', AUTHENTICATION)],
    recipients: recipientsAt(world, machine),
    size: pick(id, 'size', SIZES),
  }
})

/** Returns the software of the mail server on a machine. Equals the `software` of `mailServerOf`. */
export const programAt = ({ id }: Machine): MailProgram => pick(id, 'software', MAIL_PROGRAMS)

/** Returns whether the mail server on a machine offers encryption. Equals the `tls` of `mailServerOf`. */
const offersTls = fact<Machine, boolean>({
  scenario: (world, machine) => machineOverridesAt(world, machine).tls,
  seed: (_world, { id }) => chance(id, 'tls', 0.9),
})

/** Returns how the mail server on a machine treats unknown senders and recipients. Equals the `recipients` of `mailServerOf`. */
const recipientsAt = fact<Machine, MailServer['recipients']>({
  document: (world, machine) => {
    const greylist = statedMachineOf(world, machine).smtp?.greylist
    if (greylist === undefined) return undefined
    if (greylist !== false) return 'greylisted'
    // A server that greylists nobody may still accept every recipient, if the scenario says so.
    return machineOverridesAt(world, machine).recipients === 'catch-all' ? 'catch-all' : 'verified'
  },
  scenario: (world, machine) => machineOverridesAt(world, machine).recipients,
  seed: (_world, { id }) => {
    if (chance(id, 'greylisting', 0.06)) return 'greylisted'
    return chance(id, 'catch-all', 0.08) ? 'catch-all' : 'verified'
  },
})
