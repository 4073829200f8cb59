import type { World } from '@netbox/core/dns'
import { portOf, type TcpPort } from '@netbox/core/network'

const WHOIS = 43
const DNS = 53
const HTTPS = 443

/** Returns whether a host belongs to the registries; programs find these hosts by well-known names. */
export const isRegistryHost = (host: string): boolean => host.startsWith('rdap.') || host === 'data.iana.org'

const isAlwaysOpen = (host: string, port: number): boolean =>
  port === WHOIS ||
  // Signed answers are too long for UDP, and without TCP the zone would have a fault that no tool reports.
  (port === DNS && /^ns\d+\./.test(host)) ||
  (port === HTTPS && isRegistryHost(host))

/**
 * Returns the state of a TCP port of an address, by the names in DNS answers: as `tcp-port-test` finds it for the newest name. WHOIS is
 * open everywhere, and so are the servers that DNS and registries need.
 */
export const portStateOf = (
  world: World,
  names: readonly string[],
  address: string,
  port: number,
): TcpPort['state'] => {
  const [newest = address] = names
  if (isAlwaysOpen(newest, port)) return 'open'
  // An address outside the world, such as 127.0.0.1, refuses nothing.
  if (names.length === 0 && address.startsWith('127.')) return 'open'
  return (portOf(world, newest, port) ?? portOf(world, address, port))?.state ?? 'silent'
}
