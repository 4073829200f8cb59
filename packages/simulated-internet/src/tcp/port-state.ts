import { knownResolversOf, publicResolversOf, rootServerAt, type World } from '@netbox/core/dns'
import { addressesOf, hasOwnPorts, pingTimesOf, portStatesOf, type TcpPort } from '@netbox/core/network'
import { authorityAt } from '../acme/authorities.ts'
import { isEncryptedResolver } from '../dns-server/encrypted-resolvers.ts'
import { isLoopback, TOOLS_RESOLVER } from '../internet/addressing.ts'

const WHOIS = 43
const DNS = 53
const HTTPS = 443
const DNS_OVER_TLS = 853

/** Returns whether a host is a server of a registry. Programs know these servers by their names. */
export const isRegistryHost = (host: string): boolean => host.startsWith('rdap.') || host === 'data.iana.org'

// A cache of the nameservers in a document's NS records. Its key is the document's facts, which worlds of one document share.
const statedNameservers = new WeakMap<object, ReadonlySet<string>>()

/** Returns whether a host is a nameserver: of a zone whose data follows from the seed, or in the NS records of the world document. */
export const isNameserver = ({ facts }: World, host: string): boolean => {
  if (/^ns\d+\./.test(host)) return true
  if (facts === undefined) return false
  const known =
    statedNameservers.get(facts) ??
    new Set([...facts.records.values()].flatMap(({ NS = [] }) => NS.map((record) => record.host)))
  statedNameservers.set(facts, known)
  return known.has(host)
}

const isResolver = (world: World, address: string): boolean =>
  address === TOOLS_RESOLVER ||
  knownResolversOf(world).includes(address) ||
  publicResolversOf(world).some((resolver) => resolver.address === address)

/** Returns whether a wildcard of the document leads the port of a name to the user's own server. */
const isRelayed = ({ facts }: World, name: string, port: number): boolean => {
  if (facts === undefined || facts.relayedBelow.size === 0) return false
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const ports = facts.relayedBelow.get(name.slice(dot + 1))
    if (ports !== undefined) return ports.has(port)
  }
  return false
}

/** Returns whether the document says how a port answers. */
const isStated = ({ facts }: World, names: readonly string[], address: string, port: number): boolean =>
  [...names, facts?.addresses.get(address)?.reverse?.hostname ?? ''].some(
    (name) => facts?.hosts.get(name)?.machine.ports?.[port] !== undefined,
  )

const isAlwaysOpen = (world: World, names: readonly string[], address: string, port: number): boolean =>
  port === WHOIS ||
  // Some answers are too long for UDP. If TCP were closed, the zone or the resolver would have a fault that no tool reports.
  (port === DNS &&
    (names.some((name) => isNameserver(world, name)) ||
      isResolver(world, address) ||
      rootServerAt(address) !== undefined)) ||
  ((port === HTTPS || port === DNS_OVER_TLS) &&
    isEncryptedResolver(world, address) &&
    !isStated(world, names, address, port)) ||
  (port === HTTPS && names.some((name) => isRegistryHost(name) || authorityAt(name) !== undefined)) ||
  names.some((name) => isRelayed(world, name, port))

/**
 * Returns the host whose ports an address has. Tools connect to the first address of a name, so if an address is the first of any name, its
 * own state counts. The same is true in scenarios with a fault of some addresses. The other addresses of a host have the state of that host, so that clients may use any of them.
 */
const hostAt = (world: World, names: readonly string[], address: string): string => {
  if (hasOwnPorts(world, address)) return address
  const isFirst = names.some((name) => addressesOf(world, name)[0] === address)
  return isFirst ? address : (names.toSorted()[0] ?? address)
}

/**
 * Returns the states of TCP ports at an address, in their order. They are the states that `tcp-port-test` reports for the names that DNS
 * answers had for the address, in any order. WHOIS is open everywhere, and so are the ports that resolvers, nameservers and registries need.
 */
export const portStatesAt = (
  world: World,
  names: readonly string[],
  address: string,
  ports: readonly number[],
): TcpPort['state'][] => {
  // 127.0.0.1 is not an address of the world, so all its ports are open.
  if (names.length === 0 && isLoopback(address)) return ports.map(() => 'open')
  const states = portStatesOf(world, hostAt(world, names, address), ports) ?? portStatesOf(world, address, ports)
  return ports.map((port, index) =>
    isAlwaysOpen(world, names, address, port) ? 'open' : (states?.[index] ?? 'silent'),
  )
}

/** Returns the lost packets to an address: their positions in every ten. */
export const lossTo = (world: World, names: readonly string[], address: string): number[] => {
  const named = pingTimesOf(world, hostAt(world, names, address), 10)
  const times = named.length > 0 ? named : pingTimesOf(world, address, 10)
  return times.flatMap((time, index) => (time === null ? [index] : []))
}
