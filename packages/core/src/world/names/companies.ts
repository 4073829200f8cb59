import { blockListZones } from './block-lists.ts'
import { isArpa, isSuffix, zoneOf } from '../../foundation/names.ts'

/** The companies of the simulated internet that receive mail for others. */
export const MAIL_HOSTS = [
  'postlane.example',
  'inbox-harbour.example',
  'maildock.example',
  'letterbox-cloud.example',
] as const

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
  ...ACCESS_ZONES,
  ...MAIL_HOSTS,
  ...DNS_HOSTS,
  ...SENDERS,
  ...platformZones,
])
const OPERATOR = /^[a-z-]+-(?:hosting|broadband|transit|cloud)\.example$/

/** Returns whether a zone has no hosts: a suffix, a reverse zone or a block list. */
export const hasNoHosts = (zone: string): boolean => isSuffix(zone) || isArpa(zone) || blockListZones.has(zone)

/**
 * Returns whether other zones depend on a zone. This applies to the zones of suffixes, mail and DNS hosts, senders, platforms, network
 * operators and block lists. A fault of a domain does not affect such zones.
 */
export const isSharedZone = (zone: string): boolean =>
  COMPANY_ZONES.has(zone) || OPERATOR.test(zone) || hasNoHosts(zone)
