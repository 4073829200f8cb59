import type { Verification } from '@netbox/contract'
import type { Refusal } from '@netbox/core'
import type { Notice } from '@netbox/product'

/** The phase of a verification. */
export type Phase = 'idle' | 'verifying' | 'complete' | 'stopped' | 'failed'

/** An error: its code and its message. */
export interface VerificationFailure extends Omit<Refusal, 'code'> {
  readonly code: string
  /** The words of the specification, for the toast. */
  readonly said: Notice
}

/** A verification with its current results. */
export interface VerificationState {
  readonly phase: Phase
  readonly emails: readonly string[]
  /** The results in the order of arrival. */
  readonly results: readonly Verification[]
  /** The time spent before `since`, in milliseconds. `since` is set while the verification is running. */
  readonly spent: number
  readonly since?: number | undefined
  readonly failure?: VerificationFailure | undefined
}

/** The events of a verification. Times are milliseconds since 1970. */
export type VerificationEvent =
  | { readonly type: 'started'; readonly emails: readonly string[]; readonly at: number }
  | { readonly type: 'resumed'; readonly at: number }
  | { readonly type: 'known'; readonly results: readonly Verification[] }
  | { readonly type: 'completed' | 'stopped'; readonly at: number }
  | { readonly type: 'failed'; readonly failure: VerificationFailure; readonly at: number }

/** The state before the first run. */
export const nothingVerified: VerificationState = { phase: 'idle', emails: [], results: [], spent: 0 }

/** Returns the time that a verification has taken, in milliseconds. */
export const elapsedOf = ({ spent, since }: VerificationState, now: number): number =>
  spent + (since === undefined ? 0 : Math.max(0, now - since))

const ended = (state: VerificationState, phase: Phase, at: number): VerificationState => ({
  ...state,
  phase,
  spent: elapsedOf(state, at),
  since: undefined,
})

/** Returns the state of a verification after an event. Only a new start drops the previous results. */
export const reduceVerification = (state: VerificationState, event: VerificationEvent): VerificationState => {
  switch (event.type) {
    case 'started':
      return { ...nothingVerified, phase: 'verifying', emails: event.emails, since: event.at }
    case 'resumed':
      return { ...state, phase: 'verifying', since: event.at, failure: undefined }
    case 'known':
      return { ...state, results: [...state.results, ...event.results] }
    case 'completed':
      return ended(state, 'complete', event.at)
    case 'stopped':
      return ended(state, 'stopped', event.at)
    case 'failed':
      return { ...ended(state, 'failed', event.at), failure: event.failure }
  }
}

// The same comparison as core's `emailKey`, whose import would add 150 bytes, more than the size limit of this page allows.
const keyOf = (email: string): string => {
  const at = email.lastIndexOf('@')
  return at === -1 ? email : email.slice(0, at) + email.slice(at).toLowerCase()
}

/** Lists the addresses without a result, in the order of the list. */
export const unansweredOf = ({ emails, results }: VerificationState): string[] => {
  const known = new Set(results.map(({ email }) => keyOf(email)))
  return emails.filter((email) => !known.has(keyOf(email)))
}

const HALF = 50
const ALMOST = 99

/**
 * Returns the progress in per cent: 50 while the request is pending, then the share of addresses with results, and 100 at the end (spec
 * §4).
 */
export const progressOf = ({ phase, emails, results }: VerificationState): number => {
  if (phase === 'idle') return 0
  if (phase === 'complete') return 100
  if (results.length === 0) return HALF
  return Math.min(ALMOST, Math.round((results.length / Math.max(1, emails.length)) * 100))
}

const FEW = 2

/** Estimates the remaining seconds from the rate so far; undefined while there is too little data. */
export const secondsLeft = (state: VerificationState, now: number): number | undefined => {
  const { phase, emails, results } = state
  if (phase !== 'verifying' || results.length < FEW) return undefined
  const each = elapsedOf(state, now) / results.length
  return Math.max(1, Math.round((each * Math.max(1, emails.length - results.length)) / 1000))
}
