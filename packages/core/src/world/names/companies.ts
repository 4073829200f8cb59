import { blockListZones } from './block-lists.ts'
import { ROOT_SERVERS_ZONE } from './root-servers.ts'
import { isReverseName, isSuffix, zoneOf } from '../../foundation/names.ts'

/** The companies of the simulated internet that receive mail for others. */
export const MAIL_HOSTS = [
  'postlane.example',
  'inbox-harbour.example',
  'maildock.example',
  'letterbox-cloud.example',
] as const

/** The operator of the root's nameservers, and the operators of suffixes by their number of labels: of `au`, of `edu.au`, of `act.edu.au`. */
const UPPER_OPERATORS = [
  ROOT_SERVERS_ZONE,
  'registry-dns.example',
  'second-level-dns.example',
  'third-level-dns.example',
] as const

/**
 * Returns the operator of the nameservers of the root or of a suffix. A zone and its parent have different operators, so that a resolver
 * that starts at the root gets a referral for each zone.
 */
export const upperOperatorOf = (zone: string): string => {
  const labels = zone === '.' ? 0 : zone.split('.').length
  return UPPER_OPERATORS[labels === 0 ? 0 : 1 + ((labels - 1) % (UPPER_OPERATORS.length - 1))] ?? UPPER_OPERATORS[0]
}

/** Returns the number of an operator of the root or of suffixes, -1 for any other zone. */
export const upperOperatorNumber = (zone: string): number => UPPER_OPERATORS.findIndex((operator) => operator === zone)

/** Returns whether a zone's nameservers are in the zone itself, because other zones depend on them. */
export const servesOthers = (zone: string): boolean =>
  upperOperatorNumber(zone) >= 0 || DNS_HOSTS.some((host) => host === zone)

/** The companies that host the zones of others. */
export const DNS_HOSTS = [
  'anchor-dns.example',
  'zonecraft.example',
  'nameharbour.example',
  'primary-dns.example',
] as const

/**
 * The services that send mail for other domains. Each publishes its networks twice: in one record under `_spf.`, and split over several
 * records under `_spf-bulk.`.
 */
export const SENDERS = [
  'newsletters.example',
  'billing-mail.example',
  'crm-send.example',
  'helpdesk.example',
  'surveys.example',
  'payroll.example',
] as const

/** The hosts of the platforms; tenants' names are below them. */
export const PLATFORMS = ['edge.cdnquay.example', 'pages.sitewharf.example', 'shops.storepier.example'] as const

/** The zones of the platforms. */
export const platformZones: ReadonlySet<string> = new Set(PLATFORMS.map(zoneOf))

// The zones with the machine names of the access line.
const ACCESS_ZONES = ['metro.example', 'office.example'] as const

const COMPANY_ZONES: ReadonlySet<string> = new Set([
  ...UPPER_OPERATORS,
  ...ACCESS_ZONES,
  ...MAIL_HOSTS,
  ...DNS_HOSTS,
  ...SENDERS,
  ...platformZones,
])
const OPERATOR = /^[a-z-]+-(?:hosting|broadband|transit|cloud)\.example$/

/** Returns whether a zone delegates other zones, as suffixes and the tops of the reverse tree do. Such zones are all signed. */
export const isUpper = (zone: string): boolean => isSuffix(zone) || zone === 'in-addr.arpa' || zone === 'ip6.arpa'

/** Returns whether a zone has no hosts: a suffix, a reverse zone or a block list. */
export const hasNoHosts = (zone: string): boolean => isSuffix(zone) || isReverseName(zone) || blockListZones.has(zone)

/**
 * Returns whether other zones depend on a zone. This applies to the zones of suffixes, their operators, mail and DNS hosts, senders,
 * platforms, network operators and block lists. A fault of a domain does not affect such zones.
 */
export const isSharedZone = (zone: string): boolean =>
  COMPANY_ZONES.has(zone) || OPERATOR.test(zone) || hasNoHosts(zone)
