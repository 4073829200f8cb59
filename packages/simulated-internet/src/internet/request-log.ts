import type { FactSource } from '@netbox/core'
import type { Protocol } from './internet-server.ts'

/** A request of a program and its answer. */
export interface RequestToLog {
  readonly protocol: Protocol
  readonly transport: 'udp' | 'tcp' | 'icmp'
  /** The requested address and port in the world. ICMP has no ports: the port is 0. */
  readonly server: string
  readonly port: number
  /** The request in the notation of its protocol: `mail.example MX`. */
  readonly question: string
  /** A summary of the answer, such as `3 records` or `NXDOMAIN`; `no answer` if the request was lost. */
  readonly answer: string
  readonly outcome: 'answered' | 'refused' | 'lost'
  /** Where the facts of the answer come from. The log finds it out; a repeated answer uses the same object. */
  source?: FactSource | undefined
}

/** A logged request to the simulated internet. */
export interface RequestEntry extends Readonly<Omit<RequestToLog, 'source'>> {
  /** Where the facts about the name or address come from: your own server, your world document, the known internet, a fault of the scenario, or the seed. */
  readonly source: FactSource
  /** Epoch milliseconds. */
  readonly at: number
  /** Milliseconds until the answer was sent. */
  readonly time: number
}

/** The log of the requests, oldest first. */
export interface RequestLog {
  /** Returns the newest entries, up to the limit. */
  readonly entries: () => readonly RequestEntry[]
  /** Returns the number of all requests. */
  readonly count: () => number
  /** Adds a request that is answered now. `since` is the time of its arrival, in epoch milliseconds. */
  readonly add: (request: RequestToLog, since?: number) => void
  /** Calls a function for each new entry. Returns a function that ends these calls. */
  readonly listen: (listener: (entry: RequestEntry) => void) => () => void
}

/** Logs a request. `since` is the time of its arrival, in epoch milliseconds. */
export type Note = (question: string, answer: string, outcome: RequestToLog['outcome'], since?: number) => void

/** Returns a function that logs requests to a TCP port of the world. Characters that could change a terminal become question marks. */
export const noteRequests =
  ({ add }: Pick<RequestLog, 'add'>, place: Pick<RequestToLog, 'protocol' | 'server' | 'port'>): Note =>
  (question, answer, outcome, since) =>
    add({ ...place, transport: 'tcp', question: question.replaceAll(/[^ -~]/g, '?'), answer, outcome }, since)

/** The maximum number of entries. */
const KEPT_ENTRIES = 10_000

/** An entry in memory. Equal requests share one object, and new entries overwrite the oldest ones. */
interface KeptEntry {
  at: number
  request: RequestToLog
  time: number
}

// Copies only the fields of an entry, because a shared request object may have others.
const entryOf = ({ at, request, time }: KeptEntry): RequestEntry => {
  const { protocol, transport, server, port, question, answer, outcome, source = 'seed' } = request
  return { at, protocol, transport, server, port, question, answer, outcome, time, source }
}

/** Creates a log that keeps the newest entries. `sourceOf` finds out where the facts of an answer come from. */
export const createRequestLog = (sourceOf: (request: RequestToLog) => FactSource, kept = KEPT_ENTRIES): RequestLog => {
  const ring: KeptEntry[] = []
  const listeners = new Set<(entry: RequestEntry) => void>()
  let count = 0
  return {
    entries: () => {
      const oldest = count <= kept ? 0 : count % kept
      return [...ring.slice(oldest), ...ring.slice(0, oldest)].map(entryOf)
    },
    count: () => count,
    add: (request, since) => {
      request.source ??= sourceOf(request)
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
