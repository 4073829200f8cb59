/** The error for an address that is not global unicast. No packet was sent. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  readonly address: string

  constructor(address: string, why: string) {
    super(`${address} is not an address of a mail server on the internet: it is ${why}.`)
    this.address = address
  }
}

/** The error for an address that refused the connection, is unreachable, or timed out. */
export class ConnectFailed extends Error {
  override readonly name = 'ConnectFailed'
  /** The system's error code: `ECONNREFUSED`, `EHOSTUNREACH`; also `ETIMEDOUT` after the verifier's own timeout. */
  readonly code: string

  constructor(address: string, port: number, code: string, options?: { readonly cause?: unknown }) {
    super(`No connection to ${address}, port ${port}: ${code}.`, options)
    this.code = code
  }
}

/** The error for a connection that can't be encrypted. It can't be used any more. */
export class TlsFailed extends Error {
  override readonly name = 'TlsFailed'
}

/** The error for plain text after the server's reply to STARTTLS, where an attacker could insert commands or replies. */
export class PlaintextAfterStartTls extends Error {
  override readonly name = 'PlaintextAfterStartTls'

  constructor() {
    super('The server sent plain text after it agreed to STARTTLS.')
  }
}

/** The error for failing nameservers. It says nothing about whether the name exists. */
export class ResolverError extends Error {
  override readonly name = 'ResolverError'
  /** The error code of c-ares: `ESERVFAIL`, `ETIMEOUT`, `ECONNREFUSED`. */
  readonly code: string

  constructor(question: string, code: string, options?: { readonly cause?: unknown }) {
    super(`The nameservers gave no answer for ${question}: ${code}.`, options)
    this.code = code
  }
}
