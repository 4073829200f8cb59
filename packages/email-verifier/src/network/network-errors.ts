/** The error for an address that is not global unicast. No packet was sent. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  readonly address: string

  constructor(address: string, why: string) {
    super(`${address} is no address of a mail server on the internet: it is ${why}.`)
    this.address = address
  }
}

/** The error for an address that refused the connection, is unreachable, or timed out. */
export class ConnectFailed extends Error {
  override readonly name = 'ConnectFailed'
  /** The system's name of the reason: `ECONNREFUSED`, `EHOSTUNREACH`; `ETIMEDOUT` too when we gave up. */
  readonly code: string

  constructor(address: string, port: number, code: string, options?: { readonly cause?: unknown }) {
    super(`No connection to ${address}, port ${port}: ${code}.`, options)
    this.code = code
  }
}

/** Thrown when a connection can't be made secure; nothing can be said over it any more. */
export class TlsFailed extends Error {
  override readonly name = 'TlsFailed'
}

/** Thrown when plain text follows the go-ahead of STARTTLS, where an attacker on the way would put commands or replies. */
export class PlaintextAfterStartTls extends Error {
  override readonly name = 'PlaintextAfterStartTls'

  constructor() {
    super('The server sent plain text after it agreed to STARTTLS.')
  }
}

/** The error for failing resolvers, which says nothing about the name. */
export class ResolverError extends Error {
  override readonly name = 'ResolverError'
  /** The name in c-ares: `ESERVFAIL`, `ETIMEOUT`, `ECONNREFUSED`. */
  readonly code: string

  constructor(question: string, code: string, options?: { readonly cause?: unknown }) {
    super(`The name servers gave no answer for ${question}: ${code}.`, options)
    this.code = code
  }
}
