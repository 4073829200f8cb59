import { MINUTE } from '../clock.ts'

/** The maximum number of connections of all processes to a mail server. */
export const MOST_CONNECTIONS = 2
/** The maximum number of recipient checks from all processes at a mail server within any minute. */
export const QUESTIONS_A_MINUTE = 60
/** The time after which a connection without renewal no longer counts. */
export const LEASE = 60_000

/** The interval of checks while other processes hold all slots, in milliseconds. */
const POLL_INTERVAL = 250

/** The current load on a mail server. */
export interface ServerState {
  readonly held: readonly { readonly token: string; readonly until: number }[]
  /** The times of recipient checks in the last minute, oldest first. */
  readonly asked: readonly number[]
}

/** The outcome of a request for a server. */
export type Entry =
  | { readonly granted: true; readonly state: ServerState }
  | { readonly granted: false; readonly wait: number; readonly state: ServerState }

/** The state of a server without connections and recipient checks. */
export const untouched: ServerState = { held: [], asked: [] }

/** Removes expired entries. */
const current = ({ held, asked }: ServerState, now: number): ServerState => ({
  held: held.filter(({ until }) => until > now),
  asked: asked.filter((at) => at > now - MINUTE),
})

const untilTurn = ({ asked }: ServerState, now: number): number => {
  if (asked.length < QUESTIONS_A_MINUTE) return 0
  return Math.max(1, (asked[asked.length - QUESTIONS_A_MINUTE] ?? now) + MINUTE - now)
}

/** Counts one recipient check, if the limit per minute allows it. */
export const turn = (before: ServerState, now: number): Entry => {
  const state = current(before, now)
  const wait = untilTurn(state, now)
  if (wait > 0) return { granted: false, wait, state }
  return { granted: true, state: { ...state, asked: [...state.asked, now] } }
}

/** Takes a connection slot and counts a recipient check, or does neither. */
export const enter = (before: ServerState, token: string, now: number): Entry => {
  const state = current(before, now)
  if (state.held.length >= MOST_CONNECTIONS) return { granted: false, wait: POLL_INTERVAL, state }
  const taken = turn(state, now)
  if (!taken.granted) return taken
  return { granted: true, state: { ...taken.state, held: [...state.held, { token, until: now + LEASE }] } }
}

/** Renews the lease. */
export const renew = (before: ServerState, token: string, now: number): Entry => {
  const { held, asked } = current(before, now)
  const others = held.filter((place) => place.token !== token)
  return { granted: true, state: { held: [...others, { token, until: now + LEASE }], asked } }
}

/** Releases the lease. */
export const leave = (before: ServerState, token: string, now: number): Entry => {
  const { held, asked } = current(before, now)
  return { granted: true, state: { held: held.filter((place) => place.token !== token), asked } }
}
