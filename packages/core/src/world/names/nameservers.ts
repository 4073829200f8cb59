import { between, chance, type Entity, pick } from '../../foundation/mapping.ts'
import { statedAt, zoneAt } from '../facts.ts'
import { entityOf, type World } from '../world.ts'
import { DNS_HOSTS, hasNoHosts, isUpper, servesOthers, upperOperatorOf } from './companies.ts'
import { ROOT_SERVERS_ZONE, rootServers } from './root-servers.ts'

/** Returns the nameservers of a name's zone, primary first. The registry lists the same nameservers. */
export const nameserversOf = (world: World, name: string): string[] => {
  const zone = zoneAt(world, name)
  const stated = statedAt(world, zone)?.NS
  if (stated !== undefined) return stated.map(({ host }) => host)
  const id = entityOf(world, 'zone', zone)
  const host = dnsHostOf(id, zone)
  if (host === ROOT_SERVERS_ZONE) return [...rootServers.keys()]
  const servers = [`ns1.${host}`, `ns2.${host}`]
  const count = between(id, 'nameservers', 2, 4)
  if (count > 2) servers.push(`ns3.${host}`)
  if (count > 3) servers.push(`ns4.${host}`)
  return servers
}

/** Returns the domain whose nameservers serve a zone. */
export const dnsHostOf = (id: Entity, zone: string): string => {
  if (isUpper(zone)) return upperOperatorOf(zone)
  if (servesOthers(zone)) return zone
  return drawnHostOf(id, zone)
}

const drawnHostOf = (id: Entity, zone: string): string =>
  chance(id, 'dns-hosted', 0.6) || hasNoHosts(zone) ? pick(id, 'dns-host', DNS_HOSTS) : zone
