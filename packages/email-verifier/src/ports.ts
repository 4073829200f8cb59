/** An exchange of a domain, as its MX record names it. */
export interface Exchange {
  readonly host: string
  /** Lower is asked first (RFC 5321, section 5.1). */
  readonly preference: number
}

/**
 * Looks names up. A name or record that does not exist is an empty list; `exists` tells the two apart. Throws a
 * `ResolverError` when the name servers fail, which says nothing of the name.
 */
export interface Resolver {
  /** Returns the MX records of a domain in ASCII form; a null MX (RFC 7505) is one exchange with the host `''`. */
  exchanges(domain: string, signal?: AbortSignal): Promise<Answer<Exchange>>
  /** Returns the IPv4 and IPv6 addresses of a host. */
  addresses(host: string, signal?: AbortSignal): Promise<Answer<string>>
}

/** The result of a lookup. */
export interface Answer<Record> {
  /** Whether the name exists at all; false is NXDOMAIN. */
  readonly exists: boolean
  readonly records: readonly Record[]
}

/** A byte stream to a mail server. `startTls` replaces it by an encrypted one over the same connection. */
export interface Connection {
  /** Returns the bytes as they come; ends with the connection. */
  read(): AsyncIterableIterator<Uint8Array>
  write(bytes: string): Promise<void>
  startTls(serverName: string): Promise<Connection>
  close(): void
}

/** Opens connections: to an address that was checked, never to a name. Throws when nobody answers in time. */
export interface Connector {
  connect(to: { readonly address: string; readonly port: number; readonly signal: AbortSignal }): Promise<Connection>
}

/** Tells the time in milliseconds since 1970, and waits. */
export interface Clock {
  now(): number
  /** Rejects with the signal's reason when it is aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** Remembers for a day whether a domain accepts any address. */
export interface CatchAllCache {
  get(domain: string): Promise<CatchAllVerdict | undefined>
  set(domain: string, verdict: CatchAllVerdict): Promise<void>
}

/** Returns whether a domain accepts any address; `unknown` where the second question got no clear answer. */
export type CatchAllVerdict = 'accepts_all' | 'refuses_unknown' | 'unknown'

/** Keeps to the manners: how much of a server, and how many local parts of a domain, may be asked. */
export interface Bounds {
  /**
   * Waits for a place at a server (its address, so that many names of one machine count once) and for its turn in the
   * minute. The release must be called when the connection is closed.
   */
  enter(server: string, signal: AbortSignal): Promise<() => void>
  /**
   * Takes the turn of one more question over a connection that is open. False when the minute is full: the connection
   * is then given back rather than kept idle, and `enter` waits.
   */
  turn(server: string): Promise<boolean>
  /** Counts a distinct local part of a domain; false when the day's number is used up. */
  mayAsk(domain: string, localPart: string): Promise<boolean>
}
