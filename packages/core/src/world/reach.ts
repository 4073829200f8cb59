import type { Machine } from './machine-at.ts'
import { machineOf } from './machines.ts'
import { between, chance, decimals, fraction, part } from './mapping.ts'
import { isAccess, networkOf } from './networks.ts'
import { placeOf } from './operators.ts'
import { distanceTime, vantage } from './places.ts'
import { firstLabelOf } from './names.ts'
import type { World } from './world.ts'

/** The odds that a TCP port is open and that a mail port answers (spec §9). */
const PORT_OPEN_ODDS = 0.8
const SMTP_REACHABLE_ODDS = 0.85

/** How long a silent host is waited for, in milliseconds. */
export const CONNECT_TIMEOUT = 10_000

const MAIL_PORTS = new Set([25, 465, 587, 2525])

/** Gives the undisturbed round-trip time to a machine: `roundTripTo` where the machine is known. */
export const roundTripAt = (world: World, machine: Machine): number =>
  decimals(distanceTime(vantage, placeOf(world, machine)) + 1.5 + fraction(machine.id, 'access') * 8, 3)

/** Gives the undisturbed round-trip time to a host, in milliseconds: distance and the access line. */
export const roundTripTo = (world: World, host: string): number => roundTripAt(world, machineOf(world, host))

/** What became of one probe. */
export interface Probe {
  /** Milliseconds, or null when no answer came. */
  readonly time: number | null
}

/** The share of probes that get lost on the way to a machine, between 0 and 1. The access line loses none. */
export const lossAt = (world: World, machine: Machine): number => {
  const { id } = machine
  if (isAccess(networkOf(machine))) return 0
  if (world.overrides.loss !== undefined) return world.overrides.loss / 100
  return chance(id, 'loses', 0.12) ? 0.02 + fraction(id, 'lost') * 0.18 : 0
}

/**
 * Sends some probes to a host. With a loss in the path at least one is lost and at least one comes back; from a
 * special-purpose address none does.
 */
export const probesTo = (world: World, host: string, count: number): Probe[] => {
  const machine = machineOf(world, host)
  const { id } = machine
  if (machine.special !== undefined) return Array.from({ length: count }, () => ({ time: null }))
  const loss = lossAt(world, machine)
  const base = roundTripAt(world, machine)
  const spread = 0.02 + fraction(id, 'spread') * 0.08
  // A share of the packets, not a coin for each: a lossy path must look lossy in ten packets.
  const lost = loss === 0 ? 0 : Math.min(count - 1, Math.max(1, Math.round(loss * count)))
  const gap = lost === 0 ? 0 : Math.floor(count / lost)
  const offset = gap === 0 ? 0 : between(id, 'offset', 0, gap - 1)
  const probes: Probe[] = []
  for (let index = 0; index < count; index++) {
    if (gap !== 0 && index % gap === offset && Math.floor(index / gap) < lost) {
      probes.push({ time: null })
    } else {
      const jitter = fraction(part(id, index), 'ping')
      probes.push({ time: decimals(base * (1 + spread * jitter * jitter), 3) })
    }
  }
  return probes
}

/** Tells whether a mail server answers on a port. The mail ports of a host answer or are silent together. */
export const mailAnswers = (world: World, host: string, machine = machineOf(world, host)): boolean => {
  if (machine.special !== undefined) return false
  if (world.overrides.exchange === 'answers') return true
  if (world.overrides.exchange === 'first-silent') return /^mx[2-9]$/.test(firstLabelOf(host))
  return chance(machine.id, 'mail', SMTP_REACHABLE_ODDS)
}

/** What a connection attempt finds. */
export interface PortState {
  readonly open: boolean
  /** A closed port refuses at once or, behind a filter, says nothing. */
  readonly answer: 'accepted' | 'refused' | 'silent'
  /** Milliseconds until the answer, or until the attempt was given up. */
  readonly time: number
}

/** Tries a TCP port of a host. On mail ports the mail server decides, so that every tool tells one story. */
export const portOf = (world: World, host: string, port: number): PortState => {
  const machine = machineOf(world, host)
  const id = part(machine.id, port)
  const mail = MAIL_PORTS.has(port)
  if (machine.special !== undefined) return { open: false, answer: 'silent', time: CONNECT_TIMEOUT }
  const open = mail
    ? mailAnswers(world, host, machine)
    : (world.overrides.port ?? (chance(id, 'open', PORT_OPEN_ODDS) ? 'open' : 'closed')) === 'open'
  const time = decimals(roundTripAt(world, machine) * (1 + fraction(id, 'handshake') * 0.2), 1)
  if (open) return { open, answer: 'accepted', time }
  const refused = !mail && chance(id, 'refused', 0.6)
  return refused ? { open, answer: 'refused', time } : { open, answer: 'silent', time: CONNECT_TIMEOUT }
}
