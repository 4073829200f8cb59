/** What all rules of world documents have, for DNS, SMTP and HTTP: which of the events that they match have their effect. */
export interface Rule {
  /** The number of the rule in its list, from 0. */
  readonly number: number
  /** The first and last of the events that the rule counts, from 1. */
  readonly nth: readonly [first: number, last: number]
  /** The rule concerns only events beyond this number in a time; undefined for all. */
  readonly rate: { readonly events: number; readonly milliseconds: number } | undefined
  /** Returns whether the rule applies at a time, in epoch milliseconds. */
  readonly holds: (at: number) => boolean
}

/** The number of events that each rule met, by rule and event. */
export interface RuleCounts {
  readonly get: (event: string) => number | undefined
  readonly set: (event: string, count: number) => unknown
}

/** Counts an event in the current window of time. Returns whether it exceeds the rate. */
const exceeds = ({ rate }: Rule, event: string, at: number, counts: RuleCounts): boolean => {
  if (rate === undefined) return true
  const window = Math.floor(at / rate.milliseconds)
  const count = counts.get(`${event} window`) === window ? (counts.get(`${event} rate`) ?? 0) + 1 : 1
  counts.set(`${event} window`, window)
  counts.set(`${event} rate`, count)
  return count > rate.events
}

/**
 * Returns whether a rule has its effect on an event that it matches, at a time in epoch milliseconds. Equal events, which have the same text,
 * count together. Chance decides nothing.
 */
export const applies = (rule: Rule, event: string, at: number, counts: RuleCounts): boolean => {
  if (!rule.holds(at)) return false
  const key = `${rule.number} ${event}`
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count >= rule.nth[0] && count <= rule.nth[1] && exceeds(rule, key, at, counts)
}

/** Returns whether a rule has its effect on every event that it matches, so that a single request, such as a tool's, meets it. */
export const isConstant = ({ nth: [first, last], rate }: Rule): boolean =>
  first === 1 && last === Infinity && rate === undefined
