import { createRecentMap } from '../internet/recent-map.ts'

/** The time after which a retry with the same triplet is accepted, in milliseconds. */
const WAIT = 300_000
const MOST_TRIPLETS = 10_000

/** A store of the first attempt of each triplet: the client's address, the sender and the recipient (RFC 6647). */
export interface Greylist {
  /** Returns whether a triplet has waited long enough. A new triplet starts to wait. */
  knows(triplet: readonly [address: string, from: string, to: string], now: number): boolean
  /** Returns the number of seconds that a triplet still has to wait. */
  left(triplet: readonly [address: string, from: string, to: string], now: number): number
}

/** Creates an empty greylist. */
export const createGreylist = (): Greylist => {
  const firstSeen = createRecentMap<number>(MOST_TRIPLETS)
  const waited = (triplet: readonly string[], now: number): number => {
    const key = triplet.join('\n').toLowerCase()
    const first = firstSeen.get(key) ?? now
    firstSeen.set(key, first)
    return now - first
  }
  return {
    knows: (triplet, now) => waited(triplet, now) >= WAIT,
    left: (triplet, now) => Math.ceil(Math.max(0, WAIT - waited(triplet, now)) / 1000),
  }
}
