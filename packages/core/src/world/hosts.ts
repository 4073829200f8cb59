import { aliasOf } from './aliases.ts'
import { addressIn, addressV6, isAddress, parseAddress, subnetOf } from './addresses.ts'
import { between, chance, type Entity } from './mapping.ts'
import { addressFromLabel, firstLabelOf, labelOf, zoneOf } from './names.ts'
import { operatorOf } from './operators.ts'
import { entityOf, remembered, type World } from './world.ts'

/** One address record of a name. */
export interface AddressRecord {
  readonly type: 'A' | 'AAAA'
  readonly address: string
}

/**
 * Gives the /24 that a host of a zone lives in. Numbered hosts (mx1, mx2, ns1) take turns between the two networks of
 * their zone; on well-kept ground each of the first four has one of its own.
 */
const siteOf = (world: World, zone: Entity, name: Entity, label: string): string => {
  const number = label.charCodeAt(label.length - 1) - 48
  const isNumbered = number >= 1 && number <= 9
  if (isNumbered && world.bends.upkeep === 'good') return subnetOf(zone, `subnet-${number}`, number % 4)
  const isMain = isNumbered ? number % 2 === 1 : chance(name, 'site', 0.6)
  return subnetOf(zone, isMain ? 'subnet-main' : 'subnet-second')
}

/** Follows the alias at a name, if there is one that leads somewhere. */
const canonicalName = (world: World, host: string): string => {
  const alias = aliasOf(world, host)
  return alias?.resolves === true ? alias.target : host
}

/**
 * Gives the first address of a host: an address is its own, a reverse name holds the address it stands for, an alias
 * has its target's, and any other name lives in one of the two networks of its zone.
 */
export const addressOf = remembered((world, asked): string => {
  if (isAddress(asked)) return asked
  const host = canonicalName(world, asked)
  const encoded = addressFromLabel(firstLabelOf(host))
  if (encoded !== undefined) return parseAddress(encoded) ?? encoded
  const zone = entityOf(world, 'zone', zoneOf(host))
  const name = entityOf(world, 'host', host)
  return addressIn(siteOf(world, zone, name, firstLabelOf(host)), name, 'address')
})

/** Gives every address record of a host name; the first is `addressOf`. */
export const addressRecordsOf = (world: World, asked: string): AddressRecord[] => {
  const host = canonicalName(world, asked)
  const first = addressOf(world, host)
  if (first.includes(':')) return [{ type: 'AAAA', address: first }]
  const records: AddressRecord[] = [{ type: 'A', address: first }]
  if (addressFromLabel(firstLabelOf(host)) !== undefined) return records
  const zone = entityOf(world, 'zone', zoneOf(host))
  const name = entityOf(world, 'host', host)
  if (chance(name, 'second', 0.3)) {
    const second = addressIn(subnetOf(zone, 'subnet-second'), name, 'address-second')
    if (second !== first) records.push({ type: 'A', address: second })
  }
  if (chance(name, 'v6', 0.5)) records.push({ type: 'AAAA', address: addressV6(zone, name) })
  return records
}

/** What the reverse zone says about an address. */
export interface ReverseName {
  readonly hostname: string
  /** Whether the address records of that name lead back to the address. */
  readonly confirmed: boolean
}

/** Gives the reverse name of an address. A(PTR(address)) = address, unless the scenario breaks it. */
export const reverseOf = (world: World, address: string): ReverseName => {
  const { domain } = operatorOf(world, address)
  if (world.bends.reverse !== 'mismatch') return { hostname: `${labelOf(address)}.${domain}`, confirmed: true }
  const name = entityOf(world, 'stale-name', address)
  const stale = (number: number) => `static-${number}.old-${domain}`
  const number = between(name, 'number', 100, 998)
  // One name in a thousand would lead back by chance; its neighbor does not.
  const hostname = addressOf(world, stale(number)) === address ? stale(number + 1) : stale(number)
  return { hostname, confirmed: false }
}
