import type { PortAnswer, StatedHost } from '../facts.ts'
import { addressesOf } from './hosts.ts'
import { addressAt, type Machine } from './machine-at.ts'
import { memoize } from '../memoize.ts'
import type { World } from '../world.ts'

/** Finds the stated host at an address. If several hosts have the address, returns the first by name. */
const hostAt = memoize((world, address): StatedHost | undefined => {
  for (const [name, host] of world.facts?.hosts ?? []) if (addressesOf(world, name).includes(address)) return host
  return undefined
})

/** Returns the stated facts of a machine, by any of its names or addresses. */
export const statedHostOf = (world: World, machine: Machine): StatedHost | undefined =>
  world.facts === undefined || world.facts.hosts.size === 0 ? undefined : hostAt(world, addressAt(machine))

const isFirstAt = memoize((world, address): boolean | undefined => {
  const lives = (name: string) => addressesOf(world, name).includes(address)
  if ([...(world.facts?.firstExchanges ?? [])].some(lives)) return true
  return [...(world.facts?.exchanges ?? [])].some(lives) ? false : undefined
})

/** Returns whether a machine is the first of a domain's stated mail servers; undefined if it is none of them. */
export const isFirstStated = (world: World, machine: Machine): boolean | undefined =>
  world.facts === undefined ? undefined : isFirstAt(world, addressAt(machine))

const SMTP_PORT = 25

/** Returns the stated answer of a mail port, if any: for the port, for mail, or for port 25. */
export const statedMailAnswer = (host: StatedHost | undefined, port: number): PortAnswer | undefined =>
  host?.ports.get(port) ?? host?.mail ?? host?.ports.get(SMTP_PORT)
