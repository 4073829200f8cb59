import type { World } from '@netbox/core/dns'
import { createRecentMap } from './recent-map.ts'

/** A server that stands ready at addresses before clients call them. */
export interface AddressListener {
  /** Gets ready for a host at an address; the answer waits for the promise. */
  readonly prepare: (host: string, address: string) => Promise<void> | undefined
  /** Ends what stands ready at an address, because others were handed out since. */
  readonly release?: (address: string) => void
}

/**
 * The names that were handed out for each address. Many names of a world share an address, so a server that is connected to
 * knows only from here which of them the client means.
 */
export interface AddressBook {
  /**
   * Notes that an answer names this address for a host of the world. The answer leaves after every listener is ready for the
   * client.
   */
  readonly handOut: (world: World, host: string, address: string) => Promise<unknown> | undefined
  /** Notes that a client called an address that was handed out. */
  readonly noteCall: () => void
  /** Returns the names for an address, the newest first. */
  readonly namesAt: (address: string) => readonly string[]
  /** Adds a server that stands ready at addresses. */
  readonly listen: (listener: AddressListener) => void
}

const MOST_ADDRESSES = 20_000
const MOST_NAMES = 32
// Opening and closing sockets takes far more time than an answer. A client that asks for thousands of names and calls none of
// them gets its answers without.
const MOST_READY = 500
const READY_A_SECOND = 10

/** Creates a token bucket: it is full at first, and gets some tokens each second. */
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

/** What is known of an address. */
interface Place {
  /** The newest first. */
  names: string[]
  /** What the servers there are ready for; undefined where none stands ready. */
  ready: { readonly host: string; readonly world: World } | undefined
}

/** Puts a name at the front. Names that take turns make no new list. */
const putFirst = (place: Place, name: string): void => {
  const { names } = place
  const at = names.indexOf(name)
  if (at < 0) place.names = [name, ...names.slice(0, MOST_NAMES - 1)]
  else {
    names.copyWithin(1, 0, at)
    names[0] = name
  }
}

/** Creates an empty book. It forgets addresses that were not named for long. */
export const createAddressBook = (clock: { now(): number } = performance): AddressBook => {
  const places = createRecentMap<Place>(MOST_ADDRESSES)
  // Those first that became ready the longest ago.
  const ready = new Set<string>()
  const listeners: AddressListener[] = []
  const tokens = createTokens(MOST_READY, READY_A_SECOND, clock)

  const placeOf = (host: string, address: string): Place => {
    const known = places.get(address)
    if (known !== undefined) {
      if (known.names[0] !== host) putFirst(known, host)
      return known
    }
    const place = { names: [host], ready: undefined }
    places.set(address, place)
    return place
  }

  const prepare = (host: string, address: string): Promise<unknown> | undefined => {
    let waits: Promise<void>[] | undefined
    for (const listener of listeners) {
      const wait = listener.prepare(host, address)
      if (wait !== undefined) (waits ??= []).push(wait)
    }
    return waits && Promise.all(waits)
  }

  const releaseOldest = (): void => {
    const [oldest] = ready
    if (oldest === undefined) return
    ready.delete(oldest)
    const place = places.get(oldest)
    if (place !== undefined) place.ready = undefined
    for (const { release } of listeners) release?.(oldest)
  }

  return {
    handOut: (world, host, address) => {
      const place = placeOf(host, address)
      if (place.ready?.host === host && place.ready.world === world) return undefined
      if (place.ready === undefined && !tokens.take()) return undefined
      place.ready = { host, world }
      ready.delete(address)
      ready.add(address)
      if (ready.size > MOST_READY) releaseOldest()
      return prepare(host, address)
    },
    noteCall: tokens.giveBack,
    namesAt: (address) => [...(places.get(address)?.names ?? [])],
    listen: (listener) => void listeners.push(listener),
  }
}
