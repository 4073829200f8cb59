import type { Overrides } from '../decisions.ts'
import type { PortAnswer, StatedMachine } from '../facts.ts'
import { METADATA_ADDRESSES } from './inward-answers.ts'
import { addressAt, type Machine, machineOverridesAt } from './machine-at.ts'
import { machineOf, placeOf } from './machines.ts'
import { between, chance, decimals, fraction, part } from '../../foundation/mapping.ts'
import { isAccess, networkOf } from './networks.ts'
import { distanceTime, vantage } from './places.ts'
import { isGone } from './subnets.ts'
import { isFirstExchange } from './reverse-names.ts'
import { isFirstStated, statedAnswer, statedMachineOf, statedMailAnswer } from './stated-hosts.ts'
import { fact } from '../fact.ts'
import { entityOf, type World } from '../world.ts'

/** The odds that a TCP port is open and that a mail port answers (spec §9). */
const PORT_OPEN_ODDS = 0.8
const SMTP_REACHABLE_ODDS = 0.85

/** The timeout for a silent host, in milliseconds. */
export const CONNECT_TIMEOUT = 10_000

const MAIL_PORTS = new Set([25, 465, 587, 2525])

/** Returns the undisturbed round-trip time to a machine: like `roundTripTo`, but for a machine that is already known. */
export const roundTripAt = (world: World, machine: Machine): number =>
  decimals(distanceTime(vantage, placeOf(world, machine)) + 1.5 + fraction(machine.id, 'access') * 8, 3)

/** Returns the undisturbed round-trip time to a host, in milliseconds: for the distance and the access line. */
export const roundTripTo = (world: World, host: string): number => roundTripAt(world, machineOf(world, host))

/**
 * Returns the milliseconds until the reverse zone of an address answers: a round trip to the network's location, where the zone is served,
 * plus the server's time. The zone of a special-purpose address is served nearby.
 */
export const reverseTimeOf = (world: World, address: string): number => {
  const way = machineOf(world, address).special === undefined ? roundTripTo(world, address) : 0
  return decimals(way + fraction(entityOf(world, 'ptr-lookup', address), 'answering') * 12, 1)
}

/** The outcome of one probe. */
export interface Probe {
  /** Milliseconds, or null if there was no reply. */
  readonly time: number | null
}

// The loss of a path that loses packets: from 2 to 20 %.
const [LEAST_LOSS, LOSS_SPREAD, MOST_LOSS] = [0.02, 0.18, 0.2]

/** Returns the largest share of probes that any path can lose: a probe that survives this loss arrives on every path. */
export const mostLossIn = (world: World): number =>
  world.scopes === undefined ? (world.overrides.loss === undefined ? MOST_LOSS : world.overrides.loss / 100) : 1

/** Returns the share of probes that are lost on the way to a machine, between 0 and 1. The access line loses none. */
export const lossAt = fact<Machine, number>({
  law: (_world, machine) => (isAccess(networkOf(machine)) ? 0 : undefined),
  scenario: (world, machine) => {
    const { loss } = machineOverridesAt(world, machine)
    return loss === undefined ? undefined : loss / 100
  },
  seed: (_world, { id }) => (chance(id, 'loses', 0.12) ? LEAST_LOSS + fraction(id, 'lost') * LOSS_SPREAD : 0),
})

/** The pattern of lost packets: every `gap`th from `offset` on, `lost` in all. */
interface LossPattern {
  readonly lost: number
  readonly gap: number
  readonly offset: number
}

const SOUND: LossPattern = { lost: 0, gap: 1, offset: 0 }

/** Computes a fixed share of lost packets instead of drawing each, so that ten packets show the loss. At least one packet comes back. */
const lossPatternOf = (world: World, machine: Machine, count: number): LossPattern => {
  const loss = lossAt(world, machine)
  if (loss === 0) return SOUND
  const lost = Math.min(count - 1, Math.max(1, Math.round(loss * count)))
  const gap = Math.floor(count / lost)
  return { lost, gap, offset: between(machine.id, 'offset', 0, gap - 1) }
}

const isLost = ({ lost, gap, offset }: LossPattern, index: number): boolean =>
  index % gap === offset && Math.floor(index / gap) < lost

/**
 * Returns whether no machine is left at an address that DNS still has, so that nothing there replies. A host that a world document lets
 * accept connections is there.
 */
export const isMachineGone = (world: World, machine: Machine): boolean => {
  if (machine.v6 !== undefined || !isGone(machine.v4)) return false
  if (machineOverridesAt(world, machine).addresses !== 'first-silent') return false
  const { otherPorts, smtp, ports } = statedMachineOf(world, machine)
  return ![otherPorts, smtp?.state, ...Object.values(ports ?? {})].includes('open')
}

/**
 * Sends probes to a host. On a lossy path, at least one is lost and at least one comes back. Probes to a special-purpose address and to
 * one whose machine is gone are all lost.
 */
export const probesTo = (world: World, host: string, count: number): Probe[] => {
  const machine = machineOf(world, host)
  const { id } = machine
  if (machine.special !== undefined || isMachineGone(world, machine))
    return Array.from({ length: count }, () => ({ time: null }))
  const base = roundTripAt(world, machine)
  const spread = 0.02 + fraction(id, 'spread') * 0.08
  const pattern = lossPatternOf(world, machine, count)
  const probes: Probe[] = []
  for (let index = 0; index < count; index++) {
    if (isLost(pattern, index)) {
      probes.push({ time: null })
    } else {
      const jitter = fraction(part(id, index), 'ping')
      probes.push({ time: decimals(base * (1 + spread * jitter * jitter), 3) })
    }
  }
  return probes
}

// RFC 6298: the first retransmission timeout (section 2.1), and the timeout of data after a retransmitted SYN (section 5.7).
const INITIAL_TIMEOUT = 1000
const TIMEOUT_AFTER_SYN = 3000
// The number of packets of `ping-test`. Connections lose the same packets, in groups of ten.
const PATTERN_LENGTH = 10

/**
 * Returns a function that maps a segment of a TCP connection to the delay that its loss causes, in milliseconds: the retransmission timeout
 * (RFC 6298), or 0 if the segment arrives. Segment 0 is the SYN; each command, or the wait for a greeting, is one more.
 */
export const retransmissionsTo = (world: World, machine: Machine): ((segment: number) => number) => {
  const pattern = lossPatternOf(world, machine, PATTERN_LENGTH)
  if (pattern === SOUND) return NO_DELAY
  // The timeout after one measurement R is R + 4 × R / 2, with a minimum of one second (sections 2.2 and 2.4).
  const timeout = isLost(pattern, 0)
    ? TIMEOUT_AFTER_SYN
    : Math.max(INITIAL_TIMEOUT, Math.round(roundTripAt(world, machine) * 3))
  return (segment) => {
    if (!isLost(pattern, segment % PATTERN_LENGTH)) return 0
    return segment === 0 ? INITIAL_TIMEOUT : timeout
  }
}

const NO_DELAY = (): number => 0

const isFirst = (world: World, machine: Machine): boolean =>
  isFirstStated(world, machine) ?? isFirstExchange(world, machine)

/** A machine with what the document and the scenario say of it, which is the same for all its ports. */
interface Connected {
  readonly machine: Machine
  readonly stated: StatedMachine
  readonly overrides: Overrides
}

/** A TCP port of a machine. */
interface MachinePort extends Connected {
  readonly port: number
}

const connectedTo = (world: World, machine: Machine): Connected => ({
  machine,
  stated: statedMachineOf(world, machine),
  overrides: machineOverridesAt(world, machine),
})

/** Returns the answer of an address that is broken while others of its host work. */
const brokenAnswerOf = ({ machine, overrides: { addresses } }: Connected): Exclude<PortAnswer, 'open'> | undefined => {
  if (addresses === 'first-silent') return machine.v6 === undefined && isGone(machine.v4) ? 'silent' : undefined
  if (machine.v6 === undefined) return undefined
  return addresses === 'ipv6-silent' ? 'silent' : addresses === 'ipv6-refused' ? 'refused' : undefined
}

const HTTP_PORT = 80

/** Nobody reaches a special-purpose address. The metadata of a cloud has only its HTTP server. */
const byAddress = (_world: World, { machine, port }: MachinePort): PortAnswer | undefined => {
  if (machine.special !== undefined) return 'silent'
  if (!METADATA_ADDRESSES.includes(addressAt(machine))) return undefined
  return port === HTTP_PORT ? 'open' : 'refused'
}

const isRelayed = ({ stated: { relayed }, port }: MachinePort): boolean => relayed?.has(port) === true

const mailPort = fact<MachinePort, PortAnswer>({
  law: byAddress,
  document: (_world, { stated, port }) => statedMailAnswer(stated, port),
  scenario: (world, connected) => {
    const { machine, overrides } = connected
    const { exchange } = overrides
    const broken = brokenAnswerOf(connected)
    if (broken !== undefined || exchange === undefined) return broken
    return exchange === 'first-silent' && isFirst(world, machine) ? 'silent' : 'open'
  },
  seed: (_world, one) => {
    const { id } = one.machine
    if (isRelayed(one) || chance(id, 'mail', SMTP_REACHABLE_ODDS)) return 'open'
    return chance(id, 'mail-refused', 0.4) ? 'refused' : 'silent'
  },
})

const otherPort = fact<MachinePort, PortAnswer>({
  law: byAddress,
  document: (_world, { stated, port }) => statedAnswer(stated, port),
  scenario: (_world, one) => {
    const broken = brokenAnswerOf(one)
    const state = broken === undefined ? one.overrides.port : undefined
    if (state === undefined) return broken
    return state === 'open' ? 'open' : closedAnswer(one)
  },
  seed: (_world, one) =>
    isRelayed(one) || chance(part(one.machine.id, one.port), 'open', PORT_OPEN_ODDS) ? 'open' : closedAnswer(one),
})

const closedAnswer = ({ machine: { id }, port }: MachinePort): PortAnswer =>
  chance(part(id, port), 'refused', 0.6) ? 'refused' : 'silent'

/**
 * Returns the answer of a machine on its mail ports. It is the same for all mail ports, unless a world document defines otherwise, and for
 * all names and addresses of the machine.
 */
export const mailAnswerOf = (world: World, machine: Machine, port = 25): PortAnswer =>
  mailPort(world, { ...connectedTo(world, machine), port })

/** The outcome of a connection attempt. */
export interface PortState {
  readonly open: boolean
  readonly answer: PortAnswer
  /** Milliseconds until the answer or the timeout. */
  readonly time: number
}

/** Returns a function that finds the answer of a machine on any of its TCP ports. What concerns all ports is read once. */
export const answersOf = (world: World, machine: Machine): ((port: number) => PortAnswer) => {
  const connected = connectedTo(world, machine)
  return (port) => (MAIL_PORTS.has(port) ? mailPort : otherPort)(world, { ...connected, port })
}

/** Returns the answer of a machine on a TCP port: like the `answer` of `portOf`, but faster. */
export const answerOn = (world: World, machine: Machine, port: number): PortAnswer => answersOf(world, machine)(port)

/** Returns the milliseconds until a machine accepts or refuses a connection: one round trip, and one second more for a lost SYN. */
export const handshakeTime = (world: World, machine: Machine, port: number): number => {
  const stretch = 1 + fraction(part(machine.id, port), 'handshake') * 0.2
  return decimals(roundTripAt(world, machine) * stretch + retransmissionsTo(world, machine)(0), 1)
}

/** Connects to a TCP port of a host. The mail server determines the state of mail ports, so that all tools agree. */
export const portOf = (world: World, host: string, port: number): PortState => {
  const machine = machineOf(world, host)
  const answer = answerOn(world, machine, port)
  return {
    open: answer === 'open',
    answer,
    time: answer === 'silent' ? CONNECT_TIMEOUT : handshakeTime(world, machine, port),
  }
}
