/** Makes a test whether something was seen before, among the last of some number of different ones. */
export const seenBefore = (most: number): ((key: string) => boolean) => {
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
