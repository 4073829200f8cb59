import { machineOverridesAt } from '../world/hosts/machine-at.ts'
import { machineOf } from '../world/hosts/machines.ts'
import { serviceOf } from '../world/hosts/ports.ts'
import * as reach from '../world/hosts/reach.ts'
import type { World } from '../world/world.ts'
import { readHost } from './hosts.ts'
import { lossOf } from './paths.ts'

/** A TCP port of a host, and the outcome of a connection to it. */
export interface TcpPort {
  readonly port: number
  /** The service that the port is known for, such as `SMTP`; `unknown` for most. */
  readonly service: string
  /** `open`: the host accepts. `refused`: the host refuses at once, with an RST (RFC 9293, section 3.10.7.1). `silent`: no reply. */
  readonly state: 'open' | 'refused' | 'silent'
  /** Milliseconds until the host accepts or refuses the connection; null without a reply. */
  readonly time: number | null
  /** The share of packets that are lost on the path to the host, from 0 to 1. */
  readonly loss: number
}

/**
 * Returns the state of a TCP port of a host, as `tcp-port-test` finds it; undefined for a name without addresses. Pass the name if you know
 * it: many names share an address, and mail server scenarios apply to names.
 *
 * @throws RangeError if the number is not a port
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'mx-down', at: 0 }, () => 0)
 * portOf(world, 'mx1.mail.example', 25)?.state // => 'silent'
 * portOf(world, 'mx2.mail.example', 25)?.state // => 'open'
 * portOf(world, 'missing.invalid', 25) // => undefined
 */
export const portOf = (world: World, host: string, port: number): TcpPort | undefined => {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new RangeError(`A TCP port is a whole number from 1 to 65535, not ${port}.`)
  const found = readHost(world, host)
  if (found === undefined) return undefined
  const { answer, time } = reach.portOf(world, found, port)
  return {
    port,
    service: serviceOf(port),
    state: answer,
    time: answer === 'silent' ? null : time,
    loss: lossOf(world, machineOf(world, found)),
  }
}

/**
 * Returns whether the addresses of a host answer differently in a scenario, so that one's ports say nothing about another's ports.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'ipv6-silent', at: 0 }, () => 0)
 * hasOwnPorts(world, '2001:db8::80') // => true
 */
export const hasOwnPorts = (world: World, address: string): boolean => {
  const { addresses = 'answer' } = machineOverridesAt(world, machineOf(world, address))
  return addresses !== 'answer'
}

/**
 * Returns the states of TCP ports of a host, in their order: like the `state` of `portOf`, but faster for many ports of a host. Returns
 * undefined for a name without addresses.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'mx-down', at: 0 }, () => 0)
 * portStatesOf(world, 'mx1.mail.example', [25, 53]) // => ['silent', 'open']
 * portStatesOf(world, 'missing.invalid', [25]) // => undefined
 */
export const portStatesOf = (world: World, host: string, ports: readonly number[]): TcpPort['state'][] | undefined => {
  const found = readHost(world, host)
  if (found === undefined) return undefined
  const answerOn = reach.answersOf(world, machineOf(world, found))
  return ports.map((port) => answerOn(port))
}
