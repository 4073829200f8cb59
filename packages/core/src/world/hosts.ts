import { isV6, writeV4 } from './addresses.ts'
import { addressV6, hostNumber } from './subnets.ts'
import { addressAt, machineOf, secondSubnet } from './machines.ts'
import { between, chance } from './mapping.ts'
import { labelOf } from './names.ts'
import { operatorOf } from './operators.ts'
import { entityOf, type World } from './world.ts'

/** One address record of a name. */
export interface AddressRecord {
  readonly type: 'A' | 'AAAA'
  readonly address: string
}

/**
 * Gives the first address of a host: an address is its own, a reverse name holds the address it stands for, an alias
 * has its target's, and any other name lives in one of the two networks of its zone.
 */
export const addressOf = (world: World, host: string): string => addressAt(machineOf(world, host))

/** Gives every address of a host name; the first is `addressOf`. */
export const addressesOf = (world: World, host: string): string[] => {
  const machine = machineOf(world, host)
  const addresses = [addressAt(machine)]
  if (machine.home === undefined) return addresses
  const { name, zone } = machine.home
  if (chance(name, 'second', 0.3)) {
    const second = writeV4(secondSubnet(zone) + hostNumber(name, 'other'))
    if (second !== addresses[0]) addresses.push(second)
  }
  if (chance(name, 'v6', 0.5)) addresses.push(addressV6(zone, name))
  return addresses
}

/** Gives every address record of a host name; the first is `addressOf`. */
export const addressRecordsOf = (world: World, host: string): AddressRecord[] =>
  addressesOf(world, host).map((address) => ({ type: isV6(address) ? 'AAAA' : 'A', address }))

/** What the reverse zone says about an address. */
export interface ReverseName {
  readonly hostname: string
  /** Whether the address records of that name lead back to the address. */
  readonly confirmed: boolean
}

/** Tells whether the address records of reverse names lead back: the `confirmed` of every `reverseOf`. */
export const reverseConfirms = ({ overrides }: World): boolean => overrides.reverse !== 'mismatch'

/** Gives the reverse name of an address. A(PTR(address)) = address, unless the scenario breaks it. */
export const reverseOf = (world: World, address: string): ReverseName => {
  const { domain } = operatorOf(world, address)
  if (reverseConfirms(world)) return { hostname: `${labelOf(address)}.${domain}`, confirmed: true }
  const name = entityOf(world, 'stale-name', address)
  const stale = (number: number) => `static-${number}.old-${domain}`
  const number = between(name, 'number', 100, 998)
  // One name in a thousand would lead back by chance; its neighbor does not.
  const hostname = addressOf(world, stale(number)) === address ? stale(number + 1) : stale(number)
  return { hostname, confirmed: false }
}
