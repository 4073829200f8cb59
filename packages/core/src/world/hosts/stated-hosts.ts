import type { Facts, PortAnswer, StatedHost } from '../facts.ts'
import { addressesOf } from './hosts.ts'
import { addressAt, type Machine } from './machine-at.ts'
import { memoize, type World } from '../world.ts'
import {
  type CertificateChange,
  type CertificateFault,
  certificateFaultNames,
  certificateFaults,
} from '../certificate-faults.ts'
import type { Overrides } from '../decisions.ts'
import { overridesAt } from '../overrides-at.ts'

/** Returns a function that returns the names of some that have an address in a world. It looks up each name once for each world. */
const namesByAddress = (namesIn: (facts: Facts) => Iterable<string>): ((world: World, address: string) => string[]) => {
  const known = new WeakMap<World, ReadonlyMap<string, string[]>>()
  const find = (world: World): ReadonlyMap<string, string[]> => {
    const found = new Map<string, string[]>()
    for (const name of world.facts === undefined ? [] : namesIn(world.facts))
      for (const address of addressesOf(world, name)) {
        const names = found.get(address)
        if (names === undefined) found.set(address, [name])
        else names.push(name)
      }
    known.set(world, found)
    return found
  }
  return (world, address) => (known.get(world) ?? find(world)).get(address) ?? []
}

const hostNamesAt = namesByAddress(({ hosts }) => hosts.keys())
const firstExchangesAt = namesByAddress(({ firstExchanges }) => firstExchanges)
const exchangesAt = namesByAddress(({ exchanges }) => exchanges)

/**
 * Returns the stated facts of all hosts at an address, which are one machine. If several state a fact, that of the first by name counts:
 * documents state no contradictions, but hosts may share an address by the seed.
 */
const hostAt = memoize((world, address): StatedHost | undefined => {
  const hosts = hostNamesAt(world, address).flatMap((name) => world.facts?.hosts.get(name) ?? [])
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

/** Returns whether a machine is the first of a domain's stated mail servers; undefined if it is none of them. */
export const isFirstStated = (world: World, machine: Machine): boolean | undefined => {
  if (world.facts === undefined) return undefined
  const address = addressAt(machine)
  if (firstExchangesAt(world, address).length > 0) return true
  return exchangesAt(world, address).length > 0 ? false : undefined
}

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
  return world.facts?.hosts.get(host)?.certificateFault ?? certificateFaultNames.find((fault) => fault === state)
}

/** Returns what a fault changes in the certificate of a host. */
export const certificateChangeOf = (world: World, host: string): CertificateChange => {
  const fault = certificateFaultOf(world, host)
  return fault === undefined ? {} : certificateFaults[fault].change
}

/** Returns how TLS handshakes with a host end. */
export const handshakeOf = (world: World, host: string): NonNullable<Overrides['handshake']> =>
  world.facts?.hosts.get(host)?.handshake ?? overridesAt(world, host).handshake ?? 'completes'
