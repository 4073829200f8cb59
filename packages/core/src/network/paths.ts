import type { Machine } from '../world/hosts/machine-at.ts'
import { machineOf, operatorAt } from '../world/hosts/machines.ts'
import * as reach from '../world/hosts/reach.ts'
import * as routes from '../world/hosts/routes.ts'
import type { World } from '../world/world.ts'
import { readHost } from './hosts.ts'
import { type Network, viewOf } from './networks.ts'

/** The properties of the path from the tools' vantage point to a host and back. */
export interface PathQuality {
  /** Milliseconds for a round trip without queues and loss; null if there is no route. */
  readonly roundTrip: number | null
  /** The share of packets that are lost, from 0 to 1. */
  readonly loss: number
  /** The time to live of reply packets (RFC 791, section 3.2): 64 less one for each router; null if there is no route. */
  readonly ttl: number | null
}

/** The path from the tools' vantage point to a host and back. */
export interface NetworkPath extends PathQuality {
  readonly hops: readonly NetworkHop[]
}

/** A router on the way to a host, or the host itself. */
export interface NetworkHop {
  /** Null if the router or host answers no probe. */
  readonly address: string | null
  /** The host name in the PTR record of the address; null if there is none, or if the router answers no probe. */
  readonly hostname: string | null
  readonly network: Network
  /** The round-trip times of three probes, in milliseconds; null for a probe without an answer. */
  readonly times: readonly [number | null, number | null, number | null]
}

/** Returns the share of packets that are lost on the path to a machine: 1 without a route, and if the machine is gone. */
export const lossOf = (world: World, machine: Machine): number =>
  machine.special === undefined && !reach.isMachineGone(world, machine) ? reach.lossAt(world, machine) : 1

const qualityOf = (world: World, host: string): PathQuality => {
  const machine = machineOf(world, host)
  const loss = lossOf(world, machine)
  return machine.special === undefined
    ? { roundTrip: reach.roundTripAt(world, machine), loss, ttl: routes.arrivingTtlOf(world, host) }
    : { roundTrip: null, loss, ttl: null }
}

/**
 * Returns the properties of the path to a host: like `pathOf` without its hops, but faster.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'packet-loss', at: 0 }, () => 0)
 * pathQualityOf(world, '198.51.100.25')?.loss // => 0.2
 * pathQualityOf(world, '10.0.0.1')?.ttl // => null
 * pathQualityOf(world, 'missing.invalid') // => undefined
 */
export const pathQualityOf = (world: World, host: string): PathQuality | undefined => {
  const found = readHost(world, host)
  return found === undefined ? undefined : qualityOf(world, found)
}

/**
 * Returns the path to a host, as `traceroute` and `ping-test` find it; undefined for a name without addresses. There is no route to a
 * special-purpose address, so its path has no hops.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'packet-loss', at: 0 }, () => 0)
 * const path = pathOf(world, '198.51.100.25')
 * path?.loss // => 0.2
 * path?.hops.at(-1)?.address // => '198.51.100.25'
 * pathOf(world, '10.0.0.1')?.hops // => []
 */
export const pathOf = (world: World, host: string): NetworkPath | undefined => {
  const found = readHost(world, host)
  if (found === undefined) return undefined
  return {
    ...qualityOf(world, found),
    hops: routes.routeTo(world, found).map(({ ip, hostname, network, times }) => ({
      address: ip,
      hostname,
      network: viewOf(world, operatorAt(world, network)),
      times,
    })),
  }
}

/**
 * Returns the round-trip times of echo requests to a host in milliseconds, null for each lost request. `ping-test` shows ten of them. The
 * list is empty for a name without addresses.
 *
 * @throws RangeError if the count is not between 1 and 1000
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'packet-loss', at: 0 }, () => 0)
 * pingTimesOf(world, '198.51.100.25', 10).filter((time) => time === null).length // => 2
 * pingTimesOf(world, 'missing.invalid', 10) // => []
 */
export const pingTimesOf = (world: World, host: string, count: number): (number | null)[] => {
  if (!Number.isInteger(count) || count < 1 || count > 1000)
    throw new RangeError(`A ping sends a whole number of packets from 1 to 1000, not ${count}.`)
  const found = readHost(world, host)
  return found === undefined ? [] : reach.probesTo(world, found, count).map(({ time }) => time)
}
