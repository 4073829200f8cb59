import type { ParsedAddress } from '../syntax/parse-address.ts'

// How many different addresses a run remembers to know one that comes again.
const REMEMBERED = 100_000

/** Returns the common form of an address's spellings: blanks around it and the form of the domain don't matter. */
export const keyOf = (email: string, address: ParsedAddress | undefined): string =>
  address === undefined ? email.trim() : `${address.local}@${address.domain}`

/** Makes a test whether something was seen before, among the last of some number of different ones. */
export const seenBefore = (most = REMEMBERED): ((key: string) => boolean) => {
  const seen = new Set<string>()
  return (key) => {
    if (seen.has(key)) return true
    seen.add(key)
    if (seen.size > most) forgetOldest(seen)
    return false
  }
}

const forgetOldest = (seen: Set<string>): void => {
  const [oldest] = seen
  if (oldest !== undefined) seen.delete(oldest)
}
