import type { Protocol } from './internet-server.ts'

/** Something that a program asked the simulated internet. */
export interface AskedEntry {
  /** Epoch milliseconds. */
  readonly at: number
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
  /** Milliseconds until the answer left. */
  readonly time: number
}

/** What was asked, oldest first. */
export interface RequestLog {
  /** The newest entries, as many as are kept. */
  readonly entries: () => readonly AskedEntry[]
  /** How many there were in all. */
  readonly count: () => number
  readonly add: (entry: AskedEntry) => void
  /** Calls a function for each new entry, until the function that it returns is called. */
  readonly listen: (listener: (entry: AskedEntry) => void) => () => void
}

/** How many entries are kept. */
const KEPT_ENTRIES = 10_000

/** Creates a log that keeps the newest entries. */
export const createRequestLog = (kept = KEPT_ENTRIES): RequestLog => {
  const ring: AskedEntry[] = []
  const listeners = new Set<(entry: AskedEntry) => void>()
  let count = 0
  return {
    entries: () => {
      const oldest = count % kept
      return count <= kept ? [...ring] : [...ring.slice(oldest), ...ring.slice(0, oldest)]
    },
    count: () => count,
    add: (entry) => {
      ring[count % kept] = entry
      count++
      for (const listener of listeners) listener(entry)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
