import { aliasTargetOf } from './names/aliases.ts'
import { PLATFORMS, upperOperatorNumber } from './names/companies.ts'
import { nameserversOf } from './names/nameservers.ts'
import { addressesOf } from './hosts/hosts.ts'
import { mailTargetsOf } from './mail/mail.ts'
import { exchangeName, firstLabelOf, isWithin, zoneOf } from '../foundation/names.ts'
import { unnamedOverrides } from './overrides-at.ts'
import type { Overrides } from './decisions.ts'
import type { Scopes, World } from './world.ts'

/** Returns whether a platform's tenant serves a name of a domain. */
const isTenantOf = (world: World, tenant: string, domain: string): boolean => {
  const ending = `-${firstLabelOf(zoneOf(domain))}`
  const label = firstLabelOf(tenant)
  if (!label.endsWith(ending) || !PLATFORMS.some((host) => tenant.endsWith(`.${host}`))) return false
  const origin = `${label.slice(0, -ending.length)}.${zoneOf(domain)}`
  return isWithin(origin, domain) && aliasTargetOf(world, origin) === tenant
}

// The numbers of a domain's own mail servers.
const OWN_EXCHANGERS = [1, 2, 3]

/** Returns the addresses of a domain, of its `www` name, of its mail servers, and of the nameservers of suffixes and of the root in it. */
const addressesBehind = (world: World, domain: string): string[] => {
  const exchangers = mailTargetsOf(world, domain).map(({ exchange }) => exchange)
  const own = zoneOf(domain) === domain ? OWN_EXCHANGERS.map((number) => exchangeName(number, domain)) : []
  const nameservers = upperOperatorNumber(domain) < 0 ? [] : nameserversOf(world, domain)
  return [domain, `www.${domain}`, ...exchangers, ...own, ...nameservers].flatMap((host) => addressesOf(world, host))
}

/**
 * Creates the scopes of one world. A domain covers the names below it, its zone, the platform tenants that its names are aliases of, and
 * its machines. `overridesFor` combines the overrides where domains overlap.
 */
export const createScopes = (
  text: string,
  domains: readonly string[],
  overridesFor: (met: readonly string[]) => Overrides,
): Scopes => {
  const known = new Map<string, Overrides>()
  const among = (met: readonly string[]): Overrides => {
    const key = met.join()
    const overrides = known.get(key) ?? overridesFor(met)
    known.set(key, overrides)
    return overrides
  }
  const at = (name: string, met: readonly string[]): Overrides =>
    met.length === 0 ? unnamedOverrides(among(met), name) : among(met)
  const found: { machines: ReadonlyMap<string, readonly string[]> | undefined } = { machines: undefined }
  const machinesOf = (world: World): ReadonlyMap<string, readonly string[]> => {
    if (found.machines !== undefined) return found.machines
    const machines = new Map<string, string[]>()
    for (const domain of domains) {
      for (const address of addressesBehind(world, domain)) {
        const met = machines.get(address)
        if (met === undefined) machines.set(address, [domain])
        else if (!met.includes(domain)) met.push(domain)
      }
    }
    return (found.machines = machines)
  }
  return {
    text,
    atName: (world, name) =>
      at(
        name,
        domains.filter((domain) => isWithin(name, domain) || isTenantOf(world, name, domain)),
      ),
    atZone: (_world, name) => {
      const zone = zoneOf(name)
      return at(
        name,
        domains.filter((domain) => isWithin(zone, domain) || isWithin(domain, zone)),
      )
    },
    every: () => domains.map((domain) => among([domain])),
    atAddress: (world, address) => {
      const met = machinesOf(world).get(address)
      return met && among(met)
    },
    addresses: (world) => [...machinesOf(world).keys()],
  }
}
