import type { PortAnswer, StatedHost } from '../facts.ts'
import { addressesOf } from './hosts.ts'
import { addressAt, type Machine } from './machine-at.ts'
import { memoize, type World } from '../world.ts'
import { type CertificateFault, certificateFaults, type Overrides } from '../overrides.ts'
import { overridesAt } from '../overrides-at.ts'

/**
 * Returns the stated facts of all hosts at an address, which are one machine. If several state a fact, that of the first by name counts:
 * documents state no contradictions, but hosts may share an address by the seed.
 */
const hostAt = memoize((world, address): StatedHost | undefined => {
  const hosts = [...(world.facts?.hosts ?? [])].flatMap(([name, host]) =>
    addressesOf(world, name).includes(address) ? [host] : [],
  )
  const [first] = hosts
  if (first === undefined || hosts.length === 1) return first
  const stated = <Name extends keyof StatedHost>(name: Name): StatedHost[Name] =>
    (hosts.find((host) => host[name] !== undefined) ?? first)[name]
  return {
    ...first,
    mail: stated('mail'),
    greylists: stated('greylists'),
    enforcesDmarc: stated('enforcesDmarc'),
    otherPorts: stated('otherPorts'),
    mailRules: hosts.find(({ mailRules }) => mailRules.length > 0)?.mailRules ?? [],
    ports: new Map(hosts.toReversed().flatMap(({ ports }) => [...ports])),
  }
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

/** Returns the stated answer of a port that is not for mail, if any. */
export const statedAnswer = (host: StatedHost | undefined, port: number): PortAnswer | undefined =>
  host?.ports.get(port) ?? host?.otherPorts

/** Returns the stated answer of a mail port, if any: for the port, for mail, or for port 25. */
export const statedMailAnswer = (host: StatedHost | undefined, port: number): PortAnswer | undefined =>
  host?.ports.get(port) ?? host?.mail ?? host?.ports.get(SMTP_PORT) ?? host?.otherPorts

/** Returns the fault of the certificate of a host apart from its end. */
export const certificateFaultOf = (world: World, host: string): CertificateFault | undefined => {
  const state = overridesAt(world, host).certificate
  return world.facts?.hosts.get(host)?.certificateFault ?? certificateFaults.find((fault) => fault === state)
}

/** Returns how TLS handshakes with a host end. */
export const handshakeOf = (world: World, host: string): NonNullable<Overrides['handshake']> =>
  world.facts?.hosts.get(host)?.handshake ?? overridesAt(world, host).handshake ?? 'completes'
