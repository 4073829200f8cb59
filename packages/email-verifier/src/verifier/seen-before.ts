import type { ParsedAddress } from '../syntax/parse-address.ts'

// The number of different addresses that a run remembers, to detect repeated ones.
const REMEMBERED = 100_000

/** Returns the same key for all spellings of an address: ignores surrounding blanks and the form of the domain. */
export const keyOf = (email: string, address: ParsedAddress | undefined): string =>
  address === undefined ? email.trim() : `${address.local}@${address.domain}`

/** Creates a function that returns whether a key is among the last `most` different ones, or empty: a blank entry is no address. */
export const seenBefore = (most = REMEMBERED): ((key: string) => boolean) => {
  const seen = new Set<string>()
  return (key) => {
    if (key === '' || seen.has(key)) return true
    seen.add(key)
    if (seen.size > most) forgetOldest(seen)
    return false
  }
}

const forgetOldest = (seen: Set<string>): void => {
  const [oldest] = seen
  if (oldest !== undefined) seen.delete(oldest)
}
