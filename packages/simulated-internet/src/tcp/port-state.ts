import { publicResolversOf, type World } from '@netbox/core/dns'
import { portStatesOf, type TcpPort } from '@netbox/core/network'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'

const WHOIS = 43
const DNS = 53
const HTTPS = 443

/** Returns whether a host is a server of a registry. Programs know these servers by their names. */
export const isRegistryHost = (host: string): boolean => host.startsWith('rdap.') || host === 'data.iana.org'

const isResolver = (world: World, address: string): boolean =>
  address === TOOLS_RESOLVER || publicResolversOf(world).some((resolver) => resolver.address === address)

const isAlwaysOpen = (world: World, host: string, address: string, port: number): boolean =>
  port === WHOIS ||
  // Some answers are too long for UDP. If TCP were closed, the zone or the resolver would have a fault that no tool reports.
  (port === DNS && (/^ns\d+\./.test(host) || isResolver(world, address))) ||
  (port === HTTPS && isRegistryHost(host))

/**
 * Returns the states of TCP ports at an address, in their order. They are the states that `tcp-port-test` reports for the newest name of
 * the address in DNS answers. WHOIS is open everywhere, and so are the ports that resolvers, nameservers and registries need.
 */
export const portStatesAt = (
  world: World,
  [newest]: readonly string[],
  address: string,
  ports: readonly number[],
): TcpPort['state'][] => {
  // 127.0.0.1 is not an address of the world, so all its ports are open.
  if (newest === undefined && address.startsWith('127.')) return ports.map(() => 'open')
  const host = newest ?? address
  const states = portStatesOf(world, host, ports) ?? portStatesOf(world, address, ports)
  return ports.map((port, index) => (isAlwaysOpen(world, host, address, port) ? 'open' : (states?.[index] ?? 'silent')))
}
