import type { Verification } from '@netbox/contract'
import { severities, type Severity } from '@netbox/core'
import { type StatusAppearance, statusAppearance, verificationStatuses } from '@netbox/product'
import { verdictTexts } from '../../texts/email-verification.ts'
import { type Phase, unansweredOf, type VerificationState } from './verification-state.ts'

/** One address of the list, and its result. */
export interface Row {
  readonly email: string
  readonly result?: Verification
}

/** The rows of the list: first the addresses with results in the order of arrival, then the others in the order of the list. */
export interface Rows {
  readonly count: number
  at(index: number): Row | undefined
  /** Returns the index of an address; without an address, the index of the first one that bounces, or else 0. */
  indexOf(email: string | undefined): number
}

/** Returns the rows of a verification. Each row is created on demand, because a list may have ten thousand. */
export const rowsOf = (state: Pick<VerificationState, 'phase' | 'emails' | 'results' | 'spent'>): Rows => {
  const { results } = state
  const waiting = unansweredOf(state)
  const found = (is: (email: string) => boolean): number => {
    const known = results.findIndex(({ email }) => is(email))
    if (known !== -1) return known
    const other = waiting.findIndex(is)
    return other === -1 ? -1 : results.length + other
  }
  return {
    count: results.length + waiting.length,
    at: (index) => {
      const result = results[index]
      if (result !== undefined) return { email: result.email, result }
      const email = waiting[index - results.length]
      return email === undefined ? undefined : { email }
    },
    indexOf: (email) => {
      const chosen = email === undefined ? -1 : found((other) => other.toLowerCase() === email.toLowerCase())
      if (chosen !== -1) return chosen
      return Math.max(
        0,
        results.findIndex(({ status }) => status === 'invalid'),
      )
    },
  }
}

/** The number of addresses with one status. */
export interface StatusCount {
  readonly status: string
  readonly appearance: StatusAppearance
  readonly count: number
}

// Ordered from good to bad, with the uncertain ones in between.
const order: readonly string[] = ['valid', 'catch-all', 'unconfirmed', 'suspicious', 'unreachable', 'invalid']

const placeOf = (status: string): number => {
  const place = order.indexOf(status)
  return place === -1 ? verificationStatuses.length : place
}

/** Counts results by status, best first, without zero counts. */
export const tallyOf = (results: readonly { readonly status: string }[]): StatusCount[] => {
  const counts = new Map<string, number>()
  for (const { status } of results) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .map(([status, count]) => ({ status, appearance: statusAppearance(status), count }))
    .toSorted((one, other) => placeOf(one.status) - placeOf(other.status))
}

interface Known {
  readonly tally: readonly StatusCount[]
  readonly phase: Phase
}

const countOf = (tally: readonly StatusCount[], status: string): number =>
  tally.find((entry) => entry.status === status)?.count ?? 0

/** Returns the results in one sentence: `Two are good, one bounces`. */
export const verdictOf = ({ tally, phase }: Known): string => {
  const known = tally.reduce((sum, { count }) => sum + count, 0)
  if (known === 0) return phase === 'verifying' ? verdictTexts.waiting : verdictTexts.nothingKnown
  const good = countOf(tally, 'valid')
  const bad = countOf(tally, 'invalid')
  if (phase === 'complete' && good === known) return verdictTexts.allAreGood(known)
  if (phase === 'complete' && bad === known) return verdictTexts.allBounce(known)
  const parts = [
    ...(good > 0 ? [verdictTexts.areGood(good)] : []),
    ...(bad > 0 ? [verdictTexts.bounce(bad)] : []),
    ...(known > good + bad ? [verdictTexts.areUnsure(known - good - bad)] : []),
  ]
  // The sentence has at most two parts; the bar below shows all counts.
  return verdictTexts.joined(parts.slice(0, 2))
}

/** Returns the severity of a finished verification: the severity of its worst status. */
export const worstTone = (tally: readonly StatusCount[]): Severity =>
  severities.find((severity) => tally.some(({ appearance }) => appearance.tone === severity)) ?? 'info'
