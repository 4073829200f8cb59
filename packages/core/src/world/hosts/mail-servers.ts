import { between, type Entity } from '../../foundation/mapping.ts'
import { zoneStart } from '../../foundation/names.ts'
import { MAIL_HOSTS } from '../names/companies.ts'
import { companyLabels } from './organizations.ts'
import { FIRST_HOST, FIRST_KNOWN_SERVER, FIRST_SHARED_SERVER } from './subnets.ts'

// The domains whose mail servers have their own numbers, so that an address determines the name of its server. All other mail servers share
// machines that have their own names, because an address can't encode every name that resolves to it.
const KNOWN_DOMAINS: readonly string[] = [
  ...MAIL_HOSTS,
  ...companyLabels.map((label) => `${label}.example`),
  'mail.example',
  'shop.example',
  'inbox.example',
  'office.example',
]
const PLACES = new Map(KNOWN_DOMAINS.map((domain, index) => [domain, index]))
const SERVERS_EACH = 3
// The number of groups of shared machines: three machines each, for first, second and third mail servers.
const SHARED_TRIPLES = Math.floor((FIRST_HOST - FIRST_SHARED_SERVER) / SERVERS_EACH)

/** A mail server with a derivable name: `mx{number}` of a domain. */
export interface KnownServer {
  readonly domain: string
  readonly number: number
}

/** Returns the server with a reserved number in a network, undefined if the number is not reserved. */
export const knownServerAt = (number: number): KnownServer | undefined => {
  const index = number - FIRST_KNOWN_SERVER
  const domain = KNOWN_DOMAINS[Math.floor(index / SERVERS_EACH)]
  return domain === undefined ? undefined : { domain, number: (index % SERVERS_EACH) + 1 }
}

/** Returns the number that a domain's mail server `mx{number}` has in its network; `zone` is the server's zone. */
export const exchangeNumber = (domain: string, number: number, zone: Entity): number => {
  const place = number <= SERVERS_EACH ? PLACES.get(domain) : undefined
  if (place !== undefined) return FIRST_KNOWN_SERVER + place * SERVERS_EACH + number - 1
  const triple = between(zone, 'mail-server', 0, SHARED_TRIPLES - 1)
  return sharedNumber(triple, number <= SERVERS_EACH ? number - 1 : 1 + (number % 2))
}

const sharedNumber = (triple: number, rank: number): number => FIRST_SHARED_SERVER + triple * SERVERS_EACH + rank

/** Returns whether the shared mail server with a number in its network is the first mail server of all its domains. */
export const isFirstShared = (number: number): boolean => (number - FIRST_SHARED_SERVER) % SERVERS_EACH === 0

const SERVER = /^(?:mail|smtp|mta|out|relay)\d?\./

const isExchange = (host: string): boolean => {
  const digit = host.charCodeAt(2)
  return digit > 48 && digit <= 57 && host.charCodeAt(3) === 46 && host.startsWith('mx')
}

/** Returns the number of a host in its network if its name is that of a mail server, -1 for any other name. */
export const serverNumber = (host: string, name: Entity, zone: Entity): number => {
  if (isExchange(host)) return exchangeNumber(host.slice(4), Number(host.charAt(2)), zone)
  if (zoneStart(host) <= 0 || !SERVER.test(host)) return -1
  const draw = between(name, 'mail-server', 0, 2 * SHARED_TRIPLES - 1)
  return sharedNumber(draw >> 1, 1 + (draw & 1))
}
