import { isIP } from 'node:net'
import { registrationOf, type World, zoneOf } from '@netbox/core/dns'
import { networkOf, specialPurposeOf } from '@netbox/core/network'
import { addressOfOctets, octetsOfAddress } from '../world-files/octets.ts'

const NOTICE = '% This is the registry of a simulated internet. None of its data is real.'

const lines = (fields: readonly (readonly [string, string | number])[]): string =>
  fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')

const domainText = (world: World, name: string): string | undefined => {
  const registration = registrationOf(world, name)
  if (registration === undefined) return undefined
  const { domain, registrar, created, expires, status, nameservers } = registration
  return lines([
    ['Domain Name', domain],
    ['Registrar', registrar],
    ['Creation Date', new Date(created).toISOString()],
    ['Registry Expiry Date', new Date(expires).toISOString()],
    ...status.map((code) => ['Domain Status', `${code} https://icann.org/epp#${code}`] as const),
    ...nameservers.map((host) => ['Name Server', host] as const),
    ['DNSSEC', zoneOf(world, domain)?.dnssec === 'insecure' ? 'unsigned' : 'signedDelegation'],
  ])
}

/** Returns the last address of a block in CIDR notation: `198.51.100.255` for `198.51.100.0/24`. */
export const lastAddressOf = (prefix: string): string => {
  const [first = '', length = ''] = prefix.split('/')
  const octets = octetsOfAddress(first) ?? new Uint8Array(0)
  return addressOfOctets(
    octets.map((octet, index) => octet | (0xff >> Math.min(Math.max(Number(length) - index * 8, 0), 8))),
  )
}

const addressText = (world: World, address: string): string | undefined => {
  const special = specialPurposeOf(address)
  if (special !== undefined)
    return lines([
      ['CIDR', special.prefix],
      ['Organization', 'Internet Assigned Numbers Authority (IANA)'],
      ['Comment', `${special.name} (${special.source})`],
    ])
  const network = networkOf(world, address)
  if (network === undefined) return undefined
  const { prefix, asn, organization, abuse, registry, place } = network
  return lines([
    ['NetRange', `${prefix.split('/')[0]} - ${lastAddressOf(prefix)}`],
    ['CIDR', prefix],
    ['OriginAS', `AS${asn}`],
    ['Organization', organization],
    ['City', place.city],
    ['Country', place.countryCode],
    ['OrgAbuseEmail', abuse],
    ['RegistryName', registry],
  ])
}

/**
 * Returns the domain or address in a query, without the flags that clients send to some registries: `-T dn,ace shop.example`,
 * `n + 198.51.100.25`, `domain shop.example`, `shop.example/e`. A block, as in `198.51.100.0/24`, stands for its first address.
 */
export const objectOf = (query: string): string =>
  (query.trim().split(/\s+/).at(-1) ?? '')
    .replace(/\/(?:[a-z]|\d{1,3})$/i, '')
    .replace(/\.$/, '')
    .toLowerCase()

/** Returns the answer to a WHOIS query (RFC 3912) for a domain or an address. */
export const whoisAnswer = (world: World, query: string): { readonly text: string; readonly isFound: boolean } => {
  const asked = objectOf(query)
  const found = isIP(asked) === 0 ? domainText(world, asked) : addressText(world, asked)
  // Replaces control characters, which must not reach the client's terminal.
  const shown = asked
    .toUpperCase()
    .replaceAll(/[^!-~]/g, '?')
    .slice(0, 255)
  return {
    text: `${NOTICE}\r\n\r\n${found ?? `No match for "${shown}".\r\n`}\r\n>>> Last update of WHOIS database: ${new Date(world.at).toISOString()} <<<\r\n`,
    isFound: found !== undefined,
  }
}
