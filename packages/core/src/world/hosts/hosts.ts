import { isV6, writeV4 } from '../../foundation/addresses.ts'
import { isLoopback, LOOPBACK } from '../names/delegation.ts'
import { isZoneBogus } from '../names/dnssec.ts'
import { rootServers } from '../names/root-servers.ts'
import { statedAt } from '../facts.ts'
import { addressAt, type Home, type Machine, machineAt } from './machine-at.ts'
import { withInward } from './inward-answers.ts'
import { canonicalName, inwardAnswersOf, machineOf, unstatedMachineOf } from './machines.ts'
import { between, chance } from '../../foundation/mapping.ts'
import { addressIn, networkNumbered, networkOf, operatorIn } from './networks.ts'
import { genericName, greetingName, machineNameIn, type ReverseKind, reverseKindAt } from './reverse-names.ts'
import { hostNumber, hostNumberV6, isGone, secondSubnet, serverNumberV6, siteOfZone } from './subnets.ts'
import type { Overrides } from '../decisions.ts'
import { overridesAt } from '../overrides-at.ts'
import { entityOf, type World } from '../world.ts'

/** One address record of a name. */
export interface AddressRecord {
  readonly type: 'A' | 'AAAA'
  readonly address: string
}

/**
 * Returns the first address of a host. For an address, returns that address. The name of a machine contains its address, an alias has its
 * target's address, and any other name has an address in one of the two networks of its zone.
 */
export const addressOf = (world: World, host: string): string => addressAt(machineOf(world, host))

/** Returns the first address that a host has, also where a scenario's answers for it contain others. */
export const ownAddressOf = (world: World, host: string): string => {
  const name = canonicalName(world, host)
  return inwardAnswersOf(world, name) === undefined ? addressOf(world, host) : addressAt(unstatedMachineOf(world, name))
}

const addressV6 = ({ name, zone, server }: Home): string =>
  addressIn(networkNumbered(true, siteOfZone(zone)), server < 0 ? hostNumberV6(name) : serverNumberV6(server))

/** Returns the addresses of a host name, of one family if given. The first of all is `addressOf`. */
export const addressesOf = (world: World, host: string, family?: AddressRecord['type']): readonly string[] => {
  const all = allAddressesOf(world, host, family)
  return family === undefined ? all : all.filter((address) => isV6(address) === (family === 'AAAA'))
}

/** Returns the addresses of a host name. One of the two families may be missing. */
const allAddressesOf = (world: World, host: string, family: AddressRecord['type'] | undefined): readonly string[] => {
  const name = world.facts === undefined ? host : canonicalName(world, host)
  const { A, AAAA } = statedAt(world, name) ?? {}
  const fixed = isLoopback(name) ? LOOPBACK : rootServers.get(name)
  if (A === undefined && AAAA === undefined && fixed !== undefined) return fixed
  const fault = overridesAt(world, name).addresses
  if (A === undefined && AAAA === undefined) {
    const inward = inwardAnswersOf(world, name)
    if (inward === undefined) return addressesAt(machineOf(world, host), fault, family)
    return withInward(addressesAt(unstatedMachineOf(world, name), fault), inward)
  }
  const others = addressesAt(unstatedMachineOf(world, name), fault)
  const v4 = A?.map(({ address }) => address) ?? others.filter((address) => !isV6(address))
  return [...v4, ...(AAAA?.map(({ address }) => address) ?? others.filter(isV6))]
}

const addressesAt = (
  machine: Machine,
  fault: Overrides['addresses'],
  family?: AddressRecord['type'],
): readonly string[] => {
  if (machine.home === undefined) return [addressAt(machine)]
  const addresses = family === 'AAAA' ? [] : addressesV4(machine, machine.home)
  const needsV6 = fault === 'ipv6-silent' || fault === 'ipv6-refused'
  if (family !== 'A' && (needsV6 || chance(machine.home.name, 'v6', 0.5))) addresses.push(addressV6(machine.home))
  return addresses
}

const addressesV4 = (machine: Machine, { name, zone, server }: Home): string[] => {
  const addresses = [addressAt(machine)]
  // A mail server has only one address in each family: the one whose PTR record contains its name.
  if (isGone(machine.v4)) addresses.push(writeV4((machine.v4 & ~0xff) + hostNumber(name, 'number')))
  else if (server < 0 && chance(name, 'second', 0.3)) {
    const second = writeV4(secondSubnet(zone) + hostNumber(name, 'other'))
    if (second !== addresses[0]) addresses.push(second)
  }
  return addresses
}

/** A fault of some of a host's addresses, with an address that has it and one that accepts connections. */
export interface AddressFault {
  readonly kind: 'ipv6-silent' | 'ipv6-refused' | 'first-silent'
  readonly broken: string
  readonly next: string
}

/** Returns the fault of some of a host's addresses, if a scenario gives it one and the host has other addresses. */
export const addressFaultOf = (world: World, host: string): AddressFault | undefined => {
  const kind = overridesAt(world, host).addresses
  if (kind !== 'ipv6-silent' && kind !== 'ipv6-refused' && kind !== 'first-silent') return undefined
  const addresses = addressesOf(world, host)
  const isBroken = (address: string): boolean =>
    kind === 'first-silent' ? isGone(machineAt(world, address).v4) : isV6(address)
  const [broken, next] = [addresses.find(isBroken), addresses.find((address) => !isBroken(address))]
  return broken === undefined || next === undefined ? undefined : { kind, broken, next }
}

/** Returns every address record of a host name; the first is `addressOf`. */
export const addressRecordsOf = (world: World, host: string): AddressRecord[] =>
  addressesOf(world, host).map((address) => ({ type: isV6(address) ? 'AAAA' : 'A', address }))

/** The reverse zone's answer for an address. */
export interface ReverseName {
  readonly kind: ReverseKind
  /** Null if there is no PTR record. */
  readonly hostname: string | null
  /** Whether that name's address records, as validating resolvers return them, include the address. */
  readonly confirmed: boolean
}

const staleName = (world: World, machine: Machine): string => {
  const address = addressAt(machine)
  const { domain } = operatorIn(world, networkOf(machine))
  const stale = (number: number) => `static-${number}.old-${domain}`
  const number = between(entityOf(world, 'stale-name', address), 'number', 100, 998)
  // One stale name in a thousand resolves to the address by chance; then the name with the next number does not.
  return addressesOf(world, stale(number)).includes(address) ? stale(number + 1) : stale(number)
}

/** Returns the PTR record of a machine, like `reverseOf` for an address. */
export const reverseAt = (world: World, machine: Machine): ReverseName => {
  const stated = world.facts?.addresses.get(addressAt(machine))?.reverse
  if (stated === null) return { kind: 'missing', hostname: null, confirmed: false }
  if (stated !== undefined)
    return {
      ...stated,
      kind: stated.confirmed ? 'own' : 'stale',
      confirmed: stated.confirmed && !isZoneBogus(world, stated.hostname),
    }
  const kind = reverseKindAt(world, machine)
  if (kind === 'missing') return { kind, hostname: null, confirmed: false }
  if (kind === 'stale') return { kind, hostname: staleName(world, machine), confirmed: false }
  const hostname = kind === 'own' ? greetingName(world, machine) : genericName(world, machine)
  const isOwn = world.facts === undefined || addressesOf(world, hostname).includes(addressAt(machine))
  return { kind, hostname, confirmed: isOwn && !isZoneBogus(world, hostname) }
}

/**
 * Returns the host name in a router's PTR record: its own name, unless the scenario breaks it. Equals the `hostname` that `reverseOf`
 * returns for the router's address.
 */
export const reverseOfRouter = (world: World, network: number, number: number): string | null =>
  world.overrides.reverse === 'mismatch' || world.scopes !== undefined || world.facts !== undefined
    ? reverseOf(world, addressIn(network, number)).hostname
    : (machineNameIn(world, network, number) ?? null)

/**
 * Returns the PTR record of an address. If there is one, A(PTR(address)) = address, unless the scenario breaks it or the name fails
 * validation.
 */
export const reverseOf = (world: World, address: string): ReverseName => reverseAt(world, machineOf(world, address))
