/** Milliseconds until a retry of a new triplet is accepted. */
const WAIT = 300_000
const MOST_TRIPLETS = 20_000

/** Stores the first attempt of each triplet of address, sender and recipient (RFC 6647). */
export interface Greylist {
  /** Returns whether this triplet has waited long enough; a new one starts to wait. */
  knows(triplet: readonly [address: string, from: string, to: string], now: number): boolean
  /** Returns the remaining seconds of a triplet. */
  left(triplet: readonly [address: string, from: string, to: string], now: number): number
}

/** Creates an empty greylist. */
export const createGreylist = (): Greylist => {
  const firstSeen = new Map<string, number>()
  const waited = (triplet: readonly string[], now: number): number => {
    const key = triplet.join('\n').toLowerCase()
    const first = firstSeen.get(key) ?? now
    firstSeen.set(key, first)
    const [oldest] = firstSeen.keys()
    if (firstSeen.size > MOST_TRIPLETS && oldest !== undefined) firstSeen.delete(oldest)
    return now - first
  }
  return {
    knows: (triplet, now) => waited(triplet, now) >= WAIT,
    left: (triplet, now) => Math.ceil(Math.max(0, WAIT - waited(triplet, now)) / 1000),
  }
}
