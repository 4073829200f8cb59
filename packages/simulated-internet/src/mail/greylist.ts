import { createRecentMap } from '../internet/recent-map.ts'

/** The time after which a retry with the same triplet is accepted, in seconds. */
const USUAL_WAIT = 300
const MOST_TRIPLETS = 10_000

/** A store of the first attempt of each triplet: the client's address, the sender and the recipient (RFC 6647). */
export interface Greylist {
  /**
   * Returns the number of seconds that a triplet still has to wait; 0 if it has waited long enough. A new triplet starts to wait. `wait` is the
   * time that the host defines, in seconds.
   */
  left(triplet: readonly [address: string, from: string, to: string], now: number, wait: number | undefined): number
}

/** Creates an empty greylist. `usual` is the wait of hosts that state none, in seconds. */
export const createGreylist = (usual = USUAL_WAIT): Greylist => {
  const firstSeen = createRecentMap<number>(MOST_TRIPLETS)
  return {
    left: (triplet, now, wait = usual) => {
      const key = triplet.join('\n').toLowerCase()
      const first = firstSeen.get(key) ?? now
      firstSeen.set(key, first)
      return Math.ceil(Math.max(0, wait - (now - first) / 1000))
    },
  }
}
