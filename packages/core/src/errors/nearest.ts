const MAX_LENGTH = 64

/** Counts the edits (insert, delete, replace, swap of neighbors) from one word to another. */
const distance = (a: string, b: string): number => {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const replaced = (above[j - 1] ?? 0) + (same ? 0 : 1)
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : Infinity
      row.push(Math.min(replaced, swapped, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    before = above
    above = row
  }
  return above[b.length] ?? 0
}

/**
 * Finds the word that the user probably meant: the first that starts with the input (three characters or more), else the one with the
 * fewest edits, at most a third of its length. Returns `undefined` if no word is close enough.
 *
 * @example
 * nearest('mx-recrod', ['mx-record', 'a-record']) // => 'mx-record'
 * nearest('trace', ['traceroute']) // => 'traceroute'
 * nearest('weather', ['mx-record']) // => undefined
 */
export const nearest = (word: string, candidates: readonly string[]): string | undefined => {
  const wanted = word.trim().toLowerCase()
  if (wanted === '' || wanted.length > MAX_LENGTH) return undefined
  const started = candidates.filter((candidate) => candidate.startsWith(wanted))
  if (started.length > 0 && wanted.length > 2) return started[0]
  let best: { candidate: string; edits: number } | undefined
  for (const candidate of candidates) {
    const edits = distance(wanted, candidate)
    if (edits <= Math.max(1, Math.floor(candidate.length / 3)) && (best === undefined || edits < best.edits))
      best = { candidate, edits }
  }
  return best?.candidate
}
