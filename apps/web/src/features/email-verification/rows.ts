import type { Verification } from '@netbox/contract'
import { unansweredOf, type VerificationState } from './verification-state.ts'

/** One address of the list, and its result. */
export interface Row {
  readonly email: string
  readonly result?: Verification
}

/** The rows of the list: those with results in the order of arrival, then the others in the order of the list. */
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
