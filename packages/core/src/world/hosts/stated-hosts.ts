import type { Facts, PortAnswer, StatedMachine } from '../facts.ts'
import { addressesOf } from './hosts.ts'
import { addressAt, type Machine } from './machine-at.ts'
import { fact } from '../fact.ts'
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

// Most stated hosts, such as hosts of the known internet, have no facts about their machines.
const hostNamesAt = namesByAddress(({ hosts }) =>
  [...hosts].flatMap(([name, { machine }]) => (Object.keys(machine).length === 0 ? [] : [name])),
)
const firstExchangesAt = namesByAddress(({ firstExchanges }) => firstExchanges)
const exchangesAt = namesByAddress(({ exchanges }) => exchanges)

/** Merges objects of one type. The first one that has a field counts. */
const merge = <T extends object>(objects: readonly (T | undefined)[]): T =>
  Object.assign({}, ...objects.toReversed()) as T // The cast is safe: all fields of such objects are optional.

/**
 * Returns the stated facts of all hosts at an address, which are one machine. If several state a fact, the first host by name counts:
 * documents define no contradictions, but hosts may share an address by the seed.
 */
const machineStatedAt = memoize((world, address): StatedMachine => {
  const machines = hostNamesAt(world, address).flatMap((name) => world.facts?.hosts.get(name)?.machine ?? [])
  return {
    ...merge(machines),
    smtp: merge(machines.map(({ smtp }) => smtp)),
    ports: merge(machines.map(({ ports }) => ports)),
    relayed: new Set(machines.flatMap(({ relayed }) => [...(relayed ?? [])])),
  }
})

/** Returns the stated facts of a machine, by any of its names or addresses. */
export const statedMachineOf = (world: World, machine: Machine): StatedMachine =>
  world.facts === undefined || world.facts.hosts.size === 0 ? {} : machineStatedAt(world, addressAt(machine))

/** Returns whether a machine is the first of a domain's stated mail servers; undefined if it is none of them. */
export const isFirstStated = (world: World, machine: Machine): boolean | undefined => {
  if (world.facts === undefined) return undefined
  const address = addressAt(machine)
  if (firstExchangesAt(world, address).length > 0) return true
  return exchangesAt(world, address).length > 0 ? false : undefined
}

const SMTP_PORT = 25

/** Returns the stated answer of a port that is not for mail, if any. */
export const statedAnswer = ({ ports, otherPorts }: StatedMachine, port: number): PortAnswer | undefined =>
  ports?.[port] ?? otherPorts

/** Returns the stated answer of a mail port, if any: for the port, for mail, or for port 25. */
export const statedMailAnswer = ({ ports, smtp, otherPorts }: StatedMachine, port: number): PortAnswer | undefined =>
  ports?.[port] ?? smtp?.state ?? ports?.[SMTP_PORT] ?? otherPorts

/** Returns the fault of the certificate of a host apart from its end. */
export const certificateFaultOf = fact<string, CertificateFault | undefined>({
  document: (world, host) => world.facts?.hosts.get(host)?.certificate?.fault,
  scenario: (world, host) => {
    const { certificate } = overridesAt(world, host)
    const found = certificateFaultNames.find((fault) => fault === certificate)
    // A certificate whose end is listed has begun.
    const hasBegun = world.facts?.hosts.get(host)?.certificate?.expires !== undefined
    return found !== undefined && hasBegun && certificateFaults[found].change.beginsLater === true ? undefined : found
  },
  seed: () => undefined,
})

/** Returns what a fault and a document change in the certificate of a host. */
export const certificateChangeOf = (world: World, host: string): CertificateChange => {
  const fault = certificateFaultOf(world, host)
  const change = fault === undefined ? {} : certificateFaults[fault].change
  const { key, signature, names } = world.facts?.hosts.get(host)?.certificate ?? {}
  if (key === undefined && signature === undefined && names === undefined) return change
  return { ...change, ...(key && { key }), ...(signature && { signature }), ...(names && { nameCount: names }) }
}

/** Returns how TLS handshakes with a host end. */
export const handshakeOf = fact<string, NonNullable<Overrides['handshake']>>({
  document: (world, host) => world.facts?.hosts.get(host)?.tls,
  scenario: (world, host) => overridesAt(world, host).handshake,
  seed: () => 'completes',
})
