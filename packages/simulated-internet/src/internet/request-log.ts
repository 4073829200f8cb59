import type { Protocol } from './internet-server.ts'

/** A request of a program, and its answer. */
export interface AskedRequest {
  readonly protocol: Protocol
  readonly transport: 'udp' | 'tcp'
  /** The address and port that were asked, as the world has them. */
  readonly server: string
  readonly port: number
  /** In the words of the protocol: `mail.example MX`. */
  readonly question: string
  /** `3 records`, `NXDOMAIN`; 'no answer' where the request was lost. */
  readonly answer: string
  readonly outcome: 'answered' | 'refused' | 'lost'
}

/** Something that a program asked the simulated internet. */
export interface AskedEntry extends AskedRequest {
  /** Epoch milliseconds. */
  readonly at: number
  /** Milliseconds until the answer left. */
  readonly time: number
}

/** The requests, oldest first. */
export interface RequestLog {
  /** The newest entries, as many as are kept. */
  readonly entries: () => readonly AskedEntry[]
  /** How many there were in all. */
  readonly count: () => number
  /** Adds a request that is answered now, and came at a time in epoch milliseconds. */
  readonly add: (request: AskedRequest, since?: number) => void
  /** Calls a function for each new entry, until the function that it returns is called. */
  readonly listen: (listener: (entry: AskedEntry) => void) => () => void
}

/** How many entries are kept. */
const KEPT_ENTRIES = 10_000

/** An entry in memory. The request is shared by all answers to it, and the place is used again. */
interface KeptEntry {
  at: number
  request: AskedRequest
  time: number
}

// The shared object may have more fields than a request.
const entryOf = ({ at, request, time }: KeptEntry): AskedEntry => {
  const { protocol, transport, server, port, question, answer, outcome } = request
  return { at, protocol, transport, server, port, question, answer, outcome, time }
}

/** Creates a log that keeps the newest entries. */
export const createRequestLog = (kept = KEPT_ENTRIES): RequestLog => {
  const ring: KeptEntry[] = []
  const listeners = new Set<(entry: AskedEntry) => void>()
  let count = 0
  return {
    entries: () => {
      const oldest = count <= kept ? 0 : count % kept
      return [...ring.slice(oldest), ...ring.slice(0, oldest)].map(entryOf)
    },
    count: () => count,
    add: (request, since) => {
      const at = Date.now()
      const time = since === undefined ? 0 : at - since
      const entry = (ring[count % kept] ??= { at, request, time })
      entry.at = at
      entry.request = request
      entry.time = time
      count++
      for (const listener of listeners) listener(entryOf(entry))
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
