import { inNetwork, isAddress, isV6 } from '../../../foundation/addresses.ts'
import { addressesOf } from '../../../world/hosts/hosts.ts'
import { zoneOf } from '../../../foundation/names.ts'
import type { World } from '../../../world/world.ts'
import { parseDomain } from '../../../inputs/host.ts'
import { parseMailDate } from '../../../protocols/mail-date.ts'
import { type HeaderBlock, valuesOf } from './input.ts'
import { parseReceived, type Received } from '../../../protocols/received.ts'

/** One hop of a message. */
export interface MailHop extends Pick<Received, 'from' | 'by' | 'protocol'> {
  /**
   * Seconds since the previous hop; for the first hop, since the Date field. Null if one of the times is unreadable, or they are in the
   * wrong order.
   */
  readonly delay: number | null
  /** Seconds by which this hop's time is before the previous hop's time; 0 if it is later. */
  readonly skew: number
  /** Whether the hop went unencrypted between two organizations. */
  readonly isClear: boolean
}

/** The route of a message from its Received lines, the sender's hop first. */
export interface Route {
  readonly hops: readonly MailHop[]
  /** Seconds from the first hop to the last; null if one of the times is unreadable. */
  readonly took: number | null
  /** The time when the recipient's server accepted the mail, in epoch milliseconds. */
  readonly arrived: number | undefined
  /** The line of the recipient's server that accepted the mail from outside; undefined if there is no such line. */
  readonly boundary: Received | undefined
}

const PRIVATE = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
  // 6to4 of 10.0.0.0/8, which large services use for their own networks.
  ['2002:a00::', 24],
] as const
const SIX_TO_FOUR = '2002::'

const isPrivate = (address: string): boolean => PRIVATE.some(([base, bits]) => inNetwork(address, base, bits))
const isLocal = (name: string | null): boolean => name !== null && /^localhost(?:\.localdomain)?$/i.test(name)

const organizationOf = (host: string | null): string | undefined => {
  const name = parseDomain(host ?? '')
  return name === undefined ? undefined : zoneOf(name)
}

const areOneOrganization = (one: string | null, other: string | null): boolean => {
  const organization = organizationOf(one)
  return organization !== undefined && organization === organizationOf(other)
}

// The block that a registry assigns to one organization (RFC 6177). An IPv4 network of any size may contain other organizations.
const ALLOCATION = 32

const areNeighbors = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && isV6(one) && isV6(other) && inNetwork(one, other, ALLOCATION)

/**
 * Returns whether a line is a hop inside one network: the client's address is private, or next to the server's address, as inside Exchange
 * Online. A name proves nothing, because clients choose it themselves.
 */
const isInside = ({ address, byAddress, hasFrom, protocol }: Received): boolean =>
  address === undefined
    ? !hasFrom || protocol?.startsWith('LMTP') === true
    : isPrivate(address) || areNeighbors(address, byAddress)

/** Returns whether the client is a server of the recipient: its name belongs to the same organization and resolves to its address. */
const isOwnServer = (world: World, { names, by, address }: Received): boolean =>
  names.some(
    (name) =>
      areOneOrganization(name, by) &&
      !isAddress(name) &&
      address !== undefined &&
      addressesOf(world, name.toLowerCase()).includes(address),
  )

/**
 * Finds the line of the recipient's server that accepted the mail from outside, starting from the newest line. A sender can forge every
 * line below it. If the mail never left the organization, returns the line of its first public server.
 */
const boundaryOf = (world: World, lines: readonly Received[]): Received | undefined => {
  let organization = lines.map(({ by }) => organizationOf(by)).find((name) => name !== undefined)
  let own: Received | undefined
  let isNeighbor = false
  for (const line of lines) {
    const writer = organizationOf(line.by)
    // A neighbor wrote this line, even if its domain differs: large services have several domains.
    if (isNeighbor) organization = writer
    if (writer !== undefined && writer !== organization) return own
    isNeighbor = areNeighbors(line.address, line.byAddress)
    if (isInside(line)) continue
    if (line.isSubmission) return own
    if (!isOwnServer(world, line)) return line
    own = line
  }
  return own
}

/**
 * Returns whether a hop went between organizations without TLS. Hops inside a network and over 6to4 don't count, because nobody uses
 * STARTTLS there.
 */
const isClear = (line: Received): boolean =>
  line.isEncrypted === false &&
  !isInside(line) &&
  !isLocal(line.from) &&
  !areOneOrganization(line.from, line.by) &&
  (line.address === undefined || !inNetwork(line.address, SIX_TO_FOUR, 16))

const between = (before: number | undefined, at: number | undefined): number | null =>
  before === undefined || at === undefined ? null : Math.round((at - before) / 1000)

const hopsOf = (written: number | undefined, lines: readonly Received[]): MailHop[] => {
  let before = written
  return lines.map((line) => {
    const { from, by, protocol, at } = line
    const elapsed = between(before, at)
    before = at
    const delay = elapsed === null || elapsed < 0 ? null : elapsed
    return { from, by, protocol, delay, skew: elapsed === null ? 0 : Math.max(0, -elapsed), isClear: isClear(line) }
  })
}

/** Reads the route of a message from its Received lines. */
export const routeOf = (world: World, block: HeaderBlock): Route => {
  const lines = valuesOf(block, 'received').map(parseReceived)
  const [date] = valuesOf(block, 'date')
  const [last, first] = [lines[0]?.at, lines.at(-1)?.at]
  const took = between(first, last)
  return {
    hops: hopsOf(date === undefined ? undefined : parseMailDate(date), lines.toReversed()),
    took: took === null || took < 0 ? null : took,
    arrived: last,
    boundary: boundaryOf(world, lines),
  }
}

/** Returns the number of unencrypted hops. */
export const countClear = (hops: readonly MailHop[]): number => hops.filter((hop) => hop.isClear).length
