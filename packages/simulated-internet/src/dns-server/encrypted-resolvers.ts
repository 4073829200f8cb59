import { isEncryptionBlocked, knownResolversOf, type World } from '@netbox/core/dns'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'
import { octetsOfAddress } from '../world-files/octets.ts'
import { encodeName } from './names.ts'
import { type RecordSet, types } from './record-data.ts'
import { tlsServerOf } from '../tls/server-contexts.ts'

/* The resolvers that answer over TLS and HTTPS: the resolver of the tools, and the public ones of the known internet. */

/** The names of resolvers over HTTPS, with one of the addresses that they have as resolvers. */
const HOSTS: Readonly<Record<string, string>> = {
  'dns.google': '8.8.8.8',
  'one.one.one.one': '1.1.1.1',
  'cloudflare-dns.com': '1.1.1.1',
  'dns.quad9.net': '9.9.9.9',
  'doh.opendns.com': '208.67.222.222',
}

/** Returns whether a resolver of the world has an address. */
export const isEncryptedResolver = (world: World, address: string): boolean =>
  address === TOOLS_RESOLVER || knownResolversOf(world).includes(address)

/** Returns the address of the resolver that a client calls by an address or a name; undefined if there is none. */
export const resolverCalled = (
  world: World,
  { address, names }: { readonly address: string; readonly names: readonly string[] },
  wanted: string | undefined,
): string | undefined => {
  if (isEncryptedResolver(world, address)) return address
  const named = [wanted ?? '', ...names].map((name) => (Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined))
  return named.find((found) => found !== undefined && isEncryptedResolver(world, found))
}

/** Returns the TLS settings of a resolver: its certificate has the requested name, and its address. A firewall on the way may end the handshake. */
export const resolverTls = (
  world: World,
  protocol: 'dot' | 'doh',
  address: string,
  name: string | undefined,
): ReturnType<typeof tlsServerOf> => {
  const settings = tlsServerOf(world, name ?? address)
  const names = [...new Set([...settings.certificate.names, address])]
  const certificate = { ...settings.certificate, names }
  return { ...settings, certificate, ...(isEncryptionBlocked(world, protocol, address) && { handshake: 'closes' }) }
}

const DISCOVERY_NAME = '_dns.resolver.arpa'
const DISCOVERY_TTL = 300
const [ALPN, IPV4_HINT, DOH_PATH] = [1, 4, 7]

const parameter = (key: number, value: Buffer): Buffer =>
  Buffer.concat([Buffer.of(0, key, value.length >> 8, value.length & 255), value])

const protocols = (...names: readonly string[]): Buffer =>
  parameter(ALPN, Buffer.concat(names.map((name) => Buffer.concat([Buffer.of(name.length), Buffer.from(name)]))))

/**
 * Returns the records with which a resolver tells clients its encrypted protocols (RFC 9462); undefined for another question, and for a resolver without a
 * name.
 */
export const discoverySet = (name: string, type: number, server: string): RecordSet | undefined => {
  if (name !== DISCOVERY_NAME || type !== types.SVCB) return undefined
  const [target] = Object.entries(HOSTS).find(([, address]) => address === server) ?? []
  if (target === undefined) return undefined
  const hint = parameter(IPV4_HINT, Buffer.from(octetsOfAddress(server) ?? []))
  const service = (priority: number, ...parameters: readonly Buffer[]): Buffer =>
    Buffer.concat([Buffer.of(0, priority), encodeName(target), ...parameters])
  const path = parameter(DOH_PATH, Buffer.from('/dns-query{?dns}'))
  const data = [service(1, protocols('dot'), hint), service(2, protocols('h2', 'http/1.1'), hint, path)]
  return { name, type, ttl: DISCOVERY_TTL, data }
}
