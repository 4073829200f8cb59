import type { World } from '@netbox/core/dns'
import { isInward } from '@netbox/core/network'
import type { Addressing } from './addressing.ts'
import { createRecentMap } from './recent-map.ts'

/** A server that prepares addresses before clients connect to them. */
export interface AddressListener {
  /** Prepares an address of a host. The DNS answer is sent after the promise settles, even if the preparation failed. */
  readonly prepare: (host: string, address: string) => Promise<void> | undefined
  /** Releases a prepared address to make room for newer ones. */
  readonly release?: (address: string) => void
}

/** A host and its address, as in a DNS answer. A repeated answer uses the same object. */
export interface AnsweredHost {
  readonly host: string
  readonly address: string
  /** The entry in the address book, so that a repeated answer doesn't look it up; undefined before the first answer. */
  entry?: AddressEntry | undefined
}

/**
 * The names that recent DNS answers had for each address. Many names of a world share an address, so a server needs the address book to
 * know which name a client looked up.
 */
export interface AddressBook {
  /**
   * Records that an answer contains an address for a host of the world. Send the answer after the promise resolves: then every listener is
   * ready, or has failed. The promise never rejects.
   */
  readonly recordAnswer: (world: World, answered: AnsweredHost) => Promise<unknown> | undefined
  /** Records that a client contacted an address from an answer. */
  readonly recordConnection: () => void
  /** Returns the names of an address, newest first. */
  readonly namesAt: (address: string) => readonly string[]
  /** Adds a server that prepares addresses. */
  readonly listen: (listener: AddressListener) => void
}

// The number of addresses whose names are kept. A much larger book does not fit into the processor's caches, which makes every answer slower.
const MOST_ADDRESSES = 4096
const MOST_NAMES = 32
// The maximum number of prepared addresses, and of newly prepared ones per second. Opening and closing sockets takes far more time than an
// answer. So if a client looks up thousands of names without connecting to them, most of the addresses are not prepared.
const MOST_READY = 500
const READY_A_SECOND = 10

/** Creates a token bucket that starts full and gets some tokens each second. */
const createTokens = (most: number, perSecond: number, clock: { now(): number }) => {
  let left = most
  let filled = clock.now()
  return {
    take: (): boolean => {
      if (left < 1) {
        const now = clock.now()
        left = Math.min(most, left + ((now - filled) * perSecond) / 1000)
        filled = now
      }
      if (left < 1) return false
      left--
      return true
    },
    giveBack: (): void => {
      left = Math.min(most, left + 1)
    },
  }
}

/** The host and world for which an address is prepared. */
interface Ready {
  readonly host: string
  readonly world: World
  /** The preparation, while it runs. */
  pending: Promise<void> | undefined
}

/** An address and its names. */
interface AddressEntry {
  newest: string
  /** The earlier names, newest last, with repetitions. Most addresses have none. */
  others: string[] | undefined
  /**
   * The value of the lookup counter at the latest lookup of this address. The entry is dropped no earlier than `MOST_ADDRESSES` lookups
   * later.
   */
  lookup: number
  /** The host and world for which the address is prepared; undefined if it is not prepared. */
  ready: Ready | undefined
}

/** Returns the names of an address, newest first. */
const namesOf = ({ newest, others = [] }: AddressEntry): string[] =>
  [...new Set([newest, ...others.toReversed()])].slice(0, MOST_NAMES)

/** Makes a name the newest. Repetitions are removed only now and then, because the names of an address may alternate often. */
const addName = (entry: AddressEntry, name: string): void => {
  entry.others ??= []
  entry.others.push(entry.newest)
  entry.newest = name
  if (entry.others.length > 2 * MOST_NAMES) entry.others = namesOf(entry).slice(1).toReversed()
}

/** Creates an empty address book. It drops addresses that were in no answer for a long time. */
export const createAddressBook = (
  { toWorld }: Pick<Addressing, 'toWorld'>,
  clock: { now(): number } = performance,
): AddressBook => {
  const entries = createRecentMap<AddressEntry>(MOST_ADDRESSES)
  let lookups = 0
  // The prepared addresses, in the order of their preparation.
  const ready = new Set<string>()
  const listeners: AddressListener[] = []
  const tokens = createTokens(MOST_READY, READY_A_SECOND, clock)

  const lookUp = (host: string, address: string): AddressEntry => {
    lookups++
    const known = entries.get(address)
    if (known !== undefined) {
      known.lookup = lookups
      return known
    }
    const entry: AddressEntry = { newest: host, others: undefined, lookup: lookups, ready: undefined }
    entries.set(address, entry)
    return entry
  }

  const entryOf = (answered: AnsweredHost): AddressEntry => {
    const { host, address, entry: kept } = answered
    const entry = kept !== undefined && lookups - kept.lookup < MOST_ADDRESSES ? kept : lookUp(host, address)
    if (entry.newest !== host) addName(entry, host)
    answered.entry = entry
    return entry
  }

  const settle = async (entry: AddressEntry, prepared: Ready, waits: readonly Promise<void>[]): Promise<void> => {
    const results = await Promise.allSettled(waits)
    prepared.pending = undefined
    // After a failure, the address counts as not prepared, so the next answer tries again.
    if (entry.ready === prepared && results.some(({ status }) => status === 'rejected')) entry.ready = undefined
  }

  const prepare = (entry: AddressEntry, prepared: Ready, address: string): Promise<void> | undefined => {
    let waits: Promise<void>[] | undefined
    for (const listener of listeners) {
      const wait = listener.prepare(prepared.host, address)
      if (wait !== undefined) (waits ??= []).push(wait)
    }
    if (waits === undefined) return undefined
    prepared.pending = settle(entry, prepared, waits)
    return prepared.pending
  }

  const releaseOldest = (): void => {
    const [oldest] = ready
    if (oldest === undefined) return
    ready.delete(oldest)
    const entry = entries.get(oldest)
    if (entry !== undefined) entry.ready = undefined
    for (const { release } of listeners) release?.(oldest)
  }

  return {
    recordAnswer: (world, answered) => {
      const { host, address } = answered
      const entry = entryOf(answered)
      if (entry.ready?.host === host && entry.ready.world === world) return entry.ready.pending
      // The addresses of the machine itself and of its link, as in the answers of block lists, are not hosts of the world.
      if (isInward(toWorld(address))) return undefined
      if (entry.ready === undefined && !tokens.take()) return undefined
      entry.ready = { host, world, pending: undefined }
      ready.delete(address)
      ready.add(address)
      if (ready.size > MOST_READY) releaseOldest()
      return prepare(entry, entry.ready, address)
    },
    recordConnection: tokens.giveBack,
    namesAt: (address) => {
      const entry = entries.get(address)
      return entry === undefined ? [] : namesOf(entry)
    },
    listen: (listener) => void listeners.push(listener),
  }
}
