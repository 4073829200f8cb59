/** Connections that all processes together have to a mail server at one time. */
export const MOST_CONNECTIONS = 2
/** Questions that all processes together ask a mail server within any minute. */
export const QUESTIONS_A_MINUTE = 60
/** How long a connection counts without a sign of life of who has it. */
export const LEASE = 60_000

const MINUTE = 60_000
/** How soon to look again where nobody of this process will tell. */
const POLL_INTERVAL = 250

/** How much of a mail server is asked at present. */
export interface ServerState {
  readonly held: readonly { readonly token: string; readonly until: number }[]
  /** When it was asked, in the last minute, oldest first. */
  readonly asked: readonly number[]
}

/** The outcome of a request for a server. */
export type Entry =
  | { readonly granted: true; readonly state: ServerState }
  | { readonly granted: false; readonly wait: number; readonly state: ServerState }

/** Nobody is there, and nobody asked. */
export const untouched: ServerState = { held: [], asked: [] }

/** Leaves out what is over. */
const current = ({ held, asked }: ServerState, now: number): ServerState => ({
  held: held.filter(({ until }) => until > now),
  asked: asked.filter((at) => at > now - MINUTE),
})

const untilTurn = ({ asked }: ServerState, now: number): number => {
  if (asked.length < QUESTIONS_A_MINUTE) return 0
  return Math.max(1, (asked[asked.length - QUESTIONS_A_MINUTE] ?? now) + MINUTE - now)
}

/** Takes the turn of one question, if the minute has one left. */
export const turn = (before: ServerState, now: number): Entry => {
  const state = current(before, now)
  const wait = untilTurn(state, now)
  if (wait > 0) return { granted: false, wait, state }
  return { granted: true, state: { ...state, asked: [...state.asked, now] } }
}

/** Takes a place and a turn, or neither. */
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

/** Gives a place back. */
export const leave = (before: ServerState, token: string, now: number): Entry => {
  const { held, asked } = current(before, now)
  return { granted: true, state: { held: held.filter((place) => place.token !== token), asked } }
}
