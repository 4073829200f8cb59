import type { WorldDocument } from '@netbox/core'
import { dkimKeyOf, mailHostAt, queryDns, type RecordType, type World } from '@netbox/core/dns'
import { addressesOf, listingsOf, reverseDnsOf } from '@netbox/core/network'
import { webServerOf } from '@netbox/core/web'

/** The stated facts of a section of a world document, by name. */
type Section = Record<string, Record<string, unknown>>

const UNSIGNED = { validates: false, tries: 1000 } as const

const valuesOf = (world: World, name: string, type: RecordType): unknown[] =>
  queryDns(world, name, type, UNSIGNED).records.map((record) => {
    const { ttl: _dropped, ...data } = record as unknown as { readonly ttl: number } & Record<string, unknown>
    // Records with one field are written as its value.
    const [only, ...more] = Object.values(data)
    return more.length === 0 ? only : data
  })

const recordsOf = (world: World, name: string, types: readonly RecordType[]): Record<string, unknown> => {
  const [alias] = valuesOf(world, name, 'CNAME')
  if (alias !== undefined) return { CNAME: alias }
  return Object.fromEntries(
    types.flatMap((type) => {
      const values = valuesOf(world, name, type)
      return values.length === 0 ? [] : [[type, values]]
    }),
  )
}

/** States that the target of an alias does not exist, if it doesn't. */
const missingTarget = (world: World, name: string): Section => {
  const [{ target } = { target: '' }] = queryDns(world, name, 'CNAME', UNSIGNED).records
  return target !== '' && queryDns(world, target, 'A', UNSIGNED).outcome === 'nxdomain'
    ? { [target]: { dns: 'nxdomain' } }
    : {}
}

/** Returns what is wrong with the certificate of a host, in the words of world documents. */
const certificateOf = (world: World, host: string): Record<string, unknown> => {
  const server = webServerOf(world, host)
  if (server === undefined) return {}
  const { fault, beginsLater, notAfter } = server.certificate
  const isOld = !server.protocols.includes('TLSv1.2')
  const tls = server.handshake ?? (isOld ? 'old' : undefined)
  return {
    // A certificate that is not valid yet has the dates of the seed.
    certificate: {
      ...(beginsLater === true ? {} : { expires: new Date(notAfter).toISOString() }),
      ...(fault === undefined ? {} : { fault }),
    },
    ...(tls === undefined ? {} : { tls }),
  }
}

const mailServerOf = (world: World, host: string): Record<string, unknown> => {
  const { answer, recipients } = mailHostAt(world, host)
  return { smtp: { state: answer, greylist: recipients === 'greylisted' }, ...certificateOf(world, host) }
}

export const mailServersOf = (world: World, domain: string): string[] =>
  queryDns(world, domain, 'MX', UNSIGNED).records.map(({ exchange }) => exchange)

/**
 * Writes down the facts of a domain in a world: its records, mail servers, certificates and addresses. In a healthy world with this document,
 * the domain is as in the given world.
 */
export const factsOf = (world: World, domain: string): WorldDocument => {
  const servers = mailServersOf(world, domain)
  const www = `www.${domain}`
  const selector = dkimKeyOf(world, domain)?.selector
  const names: readonly (readonly [string, readonly RecordType[]])[] = [
    [domain, ['A', 'AAAA', 'MX', 'TXT', 'CAA']],
    [www, ['A', 'AAAA']],
    ...servers.map((host) => [host, ['A', 'AAAA']] as const),
    ...servers.map((host) => [`_25._tcp.${host}`, ['TLSA']] as const),
    [`_dmarc.${domain}`, ['TXT']],
    ...(selector === undefined ? [] : [[`${selector}._domainkey.${domain}`, ['TXT']] as const]),
  ]
  const addresses = servers.flatMap((host) => addressesOf(world, host))
  const reverse = addresses.map((address) => reverseDnsOf(world, address)?.hostname ?? null)
  const domains: Section = {
    ...Object.fromEntries(names.map(([name, types]) => [name, { records: recordsOf(world, name, types) }])),
    // A name in a PTR record has its own addresses, or it would get the record's address.
    ...Object.fromEntries(
      reverse.flatMap((name): [string, Section[string]][] =>
        name === null || servers.includes(name) ? [] : [[name, { records: recordsOf(world, name, ['A', 'AAAA']) }]],
      ),
    ),
    ...missingTarget(world, www),
  }
  const hosts: Section = {
    [domain]: certificateOf(world, domain),
    ...(webServerOf(world, www) === undefined ? {} : { [www]: certificateOf(world, www) }),
    ...Object.fromEntries(servers.map((host) => [host, mailServerOf(world, host)])),
  }
  const machines = Object.fromEntries(
    addresses.map((address, index) => [
      address,
      { ptr: reverse[index] ?? null, listed: listingsOf(world, address).map(({ zone }) => zone) },
    ]),
  )
  // `readWorld` checks the document before it is used.
  return { domains, hosts, addresses: machines }
}
