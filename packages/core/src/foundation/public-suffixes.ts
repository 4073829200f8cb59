import { PUBLIC_SUFFIXES } from './public-suffix-table.ts'

// The rules below each top-level domain that a name had, without that domain. The list doesn't contain the two domains of RFC 2606 in which
// simulated names are.
const known = new Map<string, ReadonlySet<string>>([
  ['example', new Set()],
  ['test', new Set()],
])

// Labels without rules, because searching the whole table for each of them takes longer than the rest of a lookup. Names come from users,
// so their number is limited.
const unlisted = new Set<string>()
const MOST_UNLISTED = 1000

const rulesBelow = (topLevel: string): ReadonlySet<string> | undefined => {
  const before = known.get(topLevel)
  if (before !== undefined || unlisted.has(topLevel)) return before
  const at = PUBLIC_SUFFIXES.indexOf(`/${topLevel}(`)
  if (at < 0) {
    if (unlisted.size === MOST_UNLISTED) unlisted.clear()
    unlisted.add(topLevel)
    return undefined
  }
  const start = at + topLevel.length + 2
  const rules = new Set(PUBLIC_SUFFIXES.slice(start, PUBLIC_SUFFIXES.indexOf(')', start)).split(' '))
  known.set(topLevel, rules)
  return rules
}

/** Returns whether a label is a top-level domain: one of the published list, `example` or `test`. */
export const isTopLevel = (label: string): boolean => rulesBelow(label) !== undefined

// No rule has more labels.
const MOST_LABELS = 6

/**
 * Returns the index in a name at which its public suffix begins: 5 in `shop.co.uk`. It is 0 if the name is a suffix itself. The longest rule
 * counts, and an exception is shorter by a label; the last label is a suffix even without a rule
 * (https://github.com/publicsuffix/list/wiki/Format).
 */
export const suffixStart = (name: string): number => {
  const top = name.lastIndexOf('.')
  let start = top + 1
  if (top <= 0) return start
  const rules = rulesBelow(name.slice(start))
  if (rules === undefined || rules.size === 0) return start
  let [end, after] = [top, '']
  for (let labels = 1; labels <= MOST_LABELS && end > 0; labels++) {
    const at = name.lastIndexOf('.', end - 1) + 1
    const rule = name.slice(at, top)
    if (rules.has(`!${rule}`)) return end + 1
    if (rules.has(rule) || rules.has(`*${after}`)) start = at
    after = `.${rule}`
    end = at - 1
  }
  return start
}
