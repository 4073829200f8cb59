/** A mail server of a domain, as in its MX record. */
export interface Exchange {
  readonly host: string
  /** The MX preference: senders try the lowest first (RFC 5321, section 5.1). */
  readonly preference: number
}

/**
 * The interface that looks up MX records and addresses. A missing name or record gives an empty list; `exists` distinguishes the two.
 * Throws a `ResolverError` if the nameservers fail, which says nothing about whether the name exists.
 */
export interface Resolver {
  /** Returns the MX records of a domain in ASCII form; a null MX (RFC 7505) is one mail server with the host `''`. */
  exchanges(domain: string, signal?: AbortSignal): Promise<DnsAnswer<Exchange>>
  /** Returns the IPv4 and IPv6 addresses of a host. */
  addresses(host: string, signal?: AbortSignal): Promise<DnsAnswer<string>>
}

/** The result of a lookup. */
export interface DnsAnswer<Record> {
  /** Whether the name exists; false means NXDOMAIN. */
  readonly exists: boolean
  readonly records: readonly Record[]
}

/** A byte stream to a mail server. `startTls` replaces it with an encrypted one over the same connection. */
export interface Connection {
  /** Yields the bytes as they arrive; ends with the connection. */
  read(): AsyncIterableIterator<Uint8Array>
  write(bytes: string): Promise<void>
  startTls(serverName: string): Promise<Connection>
  close(): void
}

/** The interface that opens connections to a checked address, never to a name. Throws if there is no answer in time. */
export interface Connector {
  connect(to: { readonly address: string; readonly port: number; readonly signal: AbortSignal }): Promise<Connection>
}

/** A clock in milliseconds since 1970 that can also wait. */
export interface Clock {
  now(): number
  /** Rejects with the signal's reason if the signal aborts. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** A cache that stores for a day whether a domain accepts any address. */
export interface CatchAllCache {
  get(domain: string): Promise<CatchAllVerdict | undefined>
  set(domain: string, verdict: CatchAllVerdict): Promise<void>
}

/** Whether a domain accepts any address; `unknown` if the check of a random name got no clear answer. */
export type CatchAllVerdict = 'accepts_all' | 'refuses_unknown' | 'unknown'

/** The limits on recipient checks for each server and on distinct local parts for each domain. */
export interface Limits {
  /**
   * Waits for a connection slot at a server (identified by address, so that all names of one machine count together) and for its rate
   * limit. Call the returned function when the connection closes.
   */
  enter(server: string, signal: AbortSignal): Promise<() => void>
  /**
   * Counts one more recipient check on an open connection. Returns false if the minute's limit is reached: then close the connection
   * instead of keeping it idle; `enter` waits until the next check is allowed.
   */
  turn(server: string): Promise<boolean>
  /** Counts a distinct local part of a domain; false if the daily limit is reached. */
  mayAsk(domain: string, localPart: string): Promise<boolean>
}
