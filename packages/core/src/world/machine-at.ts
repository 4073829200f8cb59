import { isV6, numberOfV4, writeV4 } from './addresses.ts'
import type { Entity } from './mapping.ts'
import { type SpecialBlock, specialBlockOf } from './special-addresses.ts'
import { entityOf, numberedEntityOf, type World } from './world.ts'

/** Where a machine belongs that was found by its name. */
export interface Home {
  readonly name: Entity
  readonly zone: Entity
  /** The number of a mail server in its network, which is the same in both families; -1 for any other host. */
  readonly server: number
}

/** The machine behind a host name or an address. */
export interface Machine {
  /** The IPv4 address as a signed number, which `addressAt` writes where someone reads it; 0 where there is `v6`. */
  readonly v4: number
  readonly v6: string | undefined
  /** The name that the machine was found by and the zone that it lives in; undefined if the address was known. */
  readonly home: Home | undefined
  /** The key of all facts of the machine, and so of all its names. */
  readonly id: Entity
  /** The special-purpose block of its address: then it is no machine of the internet, and nothing leads to it. */
  readonly special: SpecialBlock | undefined
}

/** Writes the address of a machine. */
export const addressAt = ({ v4, v6 }: Machine): string => v6 ?? writeV4(v4)

/**
 * Makes the machine of an IPv4 address given as a number. Nearly all machines have one; it is drawn as a number, and many a
 * fact hangs on it that nobody reads.
 */
export const machineV4 = (world: World, number: number, home?: Home, special?: SpecialBlock): Machine => ({
  v4: number | 0,
  v6: undefined,
  home,
  id: numberedEntityOf(world, 'machine', number),
  special,
})

/** Finds the machine at an address in canonical form. */
export const machineAt = (world: World, address: string): Machine => {
  const special = specialBlockOf(address)
  return isV6(address)
    ? { v4: 0, v6: address, home: undefined, id: entityOf(world, 'machine', address), special }
    : machineV4(world, numberOfV4(address), undefined, special)
}
