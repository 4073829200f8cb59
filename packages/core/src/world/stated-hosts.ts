import { isAddress } from './addresses.ts'
import type { PortAnswer, StatedHost } from './facts.ts'
import { addressesOf } from './hosts.ts'
import { addressAt, type Machine } from './machine-at.ts'
import { memoize } from './memoize.ts'
import type { World } from './world.ts'

/** Finds the stated host that lives at an address. Of several, the first in the order of names counts. */
const hostAt = memoize((world, address): StatedHost | undefined => {
  for (const [name, host] of world.facts?.hosts ?? []) if (addressesOf(world, name).includes(address)) return host
  return undefined
})

/**
 * Returns what is stated of a host, by its name or of another name of its machine: a machine is one, whoever asks for it. Undefined
 * where nothing is stated.
 */
export const statedHostOf = (world: World, host: string | undefined, machine: Machine): StatedHost | undefined => {
  if (world.facts === undefined || world.facts.hosts.size === 0) return undefined
  const byName = host === undefined || isAddress(host) ? undefined : world.facts.hosts.get(host)
  return byName ?? hostAt(world, addressAt(machine))
}

const SMTP_PORT = 25

/** Returns how a mail port answers where that is stated: for the port, for mail, or for port 25. */
export const statedMailAnswer = (host: StatedHost | undefined, port: number): PortAnswer | undefined =>
  host?.ports.get(port) ?? host?.mail ?? host?.ports.get(SMTP_PORT)
