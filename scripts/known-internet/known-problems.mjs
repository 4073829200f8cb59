const MONTHS = 18

/** Returns the start of the day from which on an entry is fresh enough, in epoch milliseconds. */
const oldest = (now) => {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - MONTHS, date.getUTCDate())
}

/**
 * Returns the problems of entries of the known internet: a missing source, and a date `seen` that is missing or over 18 months old.
 *
 * @param {readonly { path: string, name: string, source?: string | undefined, seen?: string | undefined }[]} entries
 * @param {number} now
 * @returns {string[]}
 */
export const knownProblems = (entries, now) =>
  entries.flatMap(({ path, name, source, seen }) => {
    const time = Date.parse(seen ?? '')
    const problem =
      typeof source !== 'string' || source === ''
        ? 'has no source'
        : Number.isNaN(time)
          ? 'does not say when somebody compared it with its source (seen)'
          : time < oldest(now)
            ? `was compared with its source over ${MONTHS} months ago (${seen})`
            : undefined
    return problem === undefined ? [] : [`${path}: ${name} ${problem}.`]
  })

/**
 * Returns a problem for each site of badssl.com that has no entry.
 *
 * @param {readonly { name: string }[]} entries
 * @param {readonly string[]} sites
 * @returns {string[]}
 */
export const missingSites = (entries, sites) => {
  const names = new Set(entries.map(({ name }) => name))
  return sites.flatMap((site) =>
    names.has(`${site}.badssl.com`) ? [] : [`${site}.badssl.com is in the listing of badssl.com, but has no entry.`],
  )
}
