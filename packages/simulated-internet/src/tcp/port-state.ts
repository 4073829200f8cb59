import type { World } from '@netbox/core/dns'
import { portOf, type TcpPort } from '@netbox/core/network'

const WHOIS = 43
const DNS = 53
const HTTPS = 443

/** Returns whether a host is one of the registries' own, which programs find by a name that everybody knows. */
export const isRegistryHost = (host: string): boolean => host.startsWith('rdap.') || host === 'data.iana.org'

const isAlwaysOpen = (host: string, port: number): boolean =>
  port === WHOIS ||
  // Signed answers are too long for UDP, and a zone without them would be broken in a way that no tool reports.
  (port === DNS && /^ns\d+\./.test(host)) ||
  (port === HTTPS && isRegistryHost(host))

/**
 * Returns the state of a TCP port of an address, by the names that were looked up for it: as `tcp-port-test` finds it at the newest
 * name. WHOIS answers everywhere, and so do the servers that the DNS and the registries need.
 */
export const portStateOf = (
  world: World,
  names: readonly string[],
  address: string,
  port: number,
): TcpPort['state'] => {
  const [newest = address] = names
  if (isAlwaysOpen(newest, port)) return 'open'
  // An address that no host of the world has, as 127.0.0.1, refuses nothing.
  if (names.length === 0 && address.startsWith('127.')) return 'open'
  return (portOf(world, newest, port) ?? portOf(world, address, port))?.state ?? 'silent'
}
