import { isIP, isIPv6 } from 'node:net'
import { registrationOf, type Registration, type World, zoneOf } from '@netbox/core/dns'
import { addressPlan, type Network, networkOf } from '@netbox/core/network'
import type { Addressing } from '../internet/addressing.ts'
import { lastAddressOf } from '../whois/whois-answer.ts'
import type { Page } from './send-page.ts'

type Json = Readonly<Record<string, unknown>>

const NOTICES = [
  {
    title: 'Simulated',
    description: ['This is the registry of a simulated internet. None of its data is real.'],
  },
]

const page = (status: number, object: Json): Page => ({
  status,
  headers: [
    { name: 'Content-Type', value: 'application/rdap+json' },
    { name: 'Access-Control-Allow-Origin', value: '*' },
  ],
  body: `${JSON.stringify({ rdapConformance: ['rdap_level_0', 'cidr0', 'arin_originas0'], notices: NOTICES, ...object })}\n`,
})

const problem = (errorCode: number, title: string): Page => page(errorCode, { errorCode, title, description: [title] })

const card = (kind: 'org' | 'group', name: string, email?: string) => [
  'vcard',
  [
    ['version', {}, 'text', '4.0'],
    ['fn', {}, 'text', name],
    ['kind', {}, 'text', kind],
    ...(email === undefined ? [] : [['email', {}, 'text', email]]),
  ],
]

const entity = (role: string, vcardArray: unknown, more: Json = {}): Json => ({
  objectClassName: 'entity',
  roles: [role],
  vcardArray,
  ...more,
})

// EPP's status codes are single words; RDAP's have spaces (RFC 8056, section 2).
const statusOf = (code: string): string =>
  code === 'ok' ? 'active' : code.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const timeOf = (at: number): string => new Date(at).toISOString()

const event = (eventAction: string, at: number): Json => ({ eventAction, eventDate: timeOf(at) })

const domainObject = (world: World, registration: Registration): Json => {
  const { domain, registrar, created, expires, status, nameservers } = registration
  return {
    objectClassName: 'domain',
    ldhName: domain,
    status: status.map(statusOf),
    events: [
      event('registration', created),
      event('expiration', expires),
      event('last update of RDAP database', world.at),
    ],
    entities: [entity('registrar', card('org', registrar))],
    nameservers: nameservers.map((ldhName) => ({ objectClassName: 'nameserver', ldhName })),
    // A bogus zone counts as signed: the DS record in its parent causes the fault.
    secureDNS: { delegationSigned: zoneOf(world, domain)?.dnssec !== 'insecure' },
  }
}

const networkObject = ({ prefix, asn, organization, abuse, registry, place }: Network): Json => {
  const [startAddress = '', length = ''] = prefix.split('/')
  const family = isIPv6(startAddress) ? 'v6' : 'v4'
  return {
    objectClassName: 'ip network',
    handle: prefix,
    startAddress,
    endAddress: lastAddressOf(prefix),
    ipVersion: family,
    name: organization,
    country: place.countryCode,
    port43: `whois.${registry.toLowerCase().replace(/ .*/, '')}.net`,
    cidr0_cidrs: [{ [`${family}prefix`]: startAddress, length: Number(length) }],
    arin_originas0_originautnums: [asn],
    status: ['active'],
    entities: [
      entity('registrant', card('org', organization), {
        entities: [entity('abuse', card('group', 'Abuse', abuse))],
      }),
    ],
  }
}

const domainPage = (world: World, name: string): Page => {
  const registration = registrationOf(world, name)
  return registration === undefined
    ? problem(404, `'${name}' is not registered.`)
    : page(200, domainObject(world, registration))
}

const networkPage = (world: World, address: string): Page => {
  if (isIP(address) === 0) return problem(400, `'${address}' is not an IP address.`)
  const network = networkOf(world, address)
  return network === undefined
    ? problem(404, `The network of '${address}' has no holder.`)
    : page(200, networkObject(network))
}

/** Returns a bootstrap file of IANA. It names the server that clients query (RFC 9224). In this internet, one server has all data. */
const bootstrapPage = (world: World, file: string): Page => {
  const servers = ['https://rdap.iana.org/']
  const blocks = (isSix: boolean) =>
    addressPlan.map(({ prefix }) => prefix).filter((prefix) => isIPv6(prefix.split('/')[0] ?? '') === isSix)
  const topLevels = 'example test com net org edu gov info io dev de uk eu br jp'.split(' ')
  const known: Readonly<Record<string, readonly string[]>> = {
    'dns.json': topLevels,
    'ipv4.json': blocks(false),
    'ipv6.json': blocks(true),
    'asn.json': [],
  }
  const entries = known[file]
  return entries === undefined
    ? problem(404, `There is no file '${file}'.`)
    : page(200, { version: '1.0', publication: timeOf(world.at), services: [[entries, servers]] })
}

/** Answers a request to a registry's server: an RDAP query for a domain or an address (RFC 9082), or IANA's bootstrap files (RFC 9224). */
export const registryPage = (world: World, path: string, answers?: Addressing['answers']): Page => {
  let text: string
  try {
    text = decodeURIComponent(path.replace(/[?#].*$/, ''))
  } catch {
    return problem(400, 'The path has an invalid percent-encoding.')
  }
  const file = /^\/rdap\/(\w+\.json)$/.exec(text)?.[1]
  if (file !== undefined) return bootstrapPage(world, file)
  // Clients may send a registry's own path before the query, as in `/registry/ip/…`.
  const [, kind, value = ''] = /\/(domain|ip)\/([^/]+)(?:\/\d+)?$/.exec(text) ?? []
  if (kind === 'domain') return domainPage(world, value)
  if (kind === 'ip' && answers !== undefined) {
    const found = networkPage(world, answers.asked(value))
    return { ...found, body: answers.text(String(found.body)) }
  }
  if (kind === 'ip') return networkPage(world, value)
  return text.endsWith('/help')
    ? page(200, {})
    : problem(501, 'This registry answers for domains and addresses: /domain/NAME and /ip/ADDRESS.')
}
