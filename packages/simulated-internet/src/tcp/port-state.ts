import type { World } from '@netbox/core/dns'
import { portOf, type TcpPort } from '@netbox/core/network'

const WHOIS = 43
const DNS = 53
const HTTPS = 443

/** Returns whether a host is a server of a registry. Programs know these servers by their names. */
export const isRegistryHost = (host: string): boolean => host.startsWith('rdap.') || host === 'data.iana.org'

const isAlwaysOpen = (host: string, port: number): boolean =>
  port === WHOIS ||
  // Some signed answers are too long for UDP. If TCP were closed, the zone would have a fault that no tool reports.
  (port === DNS && /^ns\d+\./.test(host)) ||
  (port === HTTPS && isRegistryHost(host))

/**
 * Returns the state of a TCP port at an address. It is the state that `tcp-port-test` reports for the newest name of the address in DNS
 * answers. WHOIS is open everywhere, and so are the ports that nameservers and registries need.
 */
export const portStateOf = (
  world: World,
  names: readonly string[],
  address: string,
  port: number,
): TcpPort['state'] => {
  const [newest = address] = names
  if (isAlwaysOpen(newest, port)) return 'open'
  // 127.0.0.1 is not an address of the world, so all its ports are open.
  if (names.length === 0 && address.startsWith('127.')) return 'open'
  return (portOf(world, newest, port) ?? portOf(world, address, port))?.state ?? 'silent'
}
