import type { VerificationResult } from '../verification-result.ts'

/** The options of one verification. */
export interface VerifyOptions {
  /** Cancels the verification: the promise rejects with the signal's reason, and no connection stays open. */
  readonly signal?: AbortSignal | undefined
  /** The number of earlier tries, from `verification_attempts` of the last result; default 0. */
  readonly attempts?: number | undefined
}

/** The options of the verification of a list. */
export interface VerifyManyOptions extends VerifyOptions {
  /** The maximum number of open connections and lookups to all servers together; default 50. */
  readonly concurrency?: number | undefined
  /**
   * The maximum number of addresses that are read ahead of the results, to group addresses of one domain; default 10,000. It also limits
   * memory.
   */
  readonly lookahead?: number | undefined
}

/** A verifier of single addresses and of lists. */
export interface Verifier {
  /** Verifies one address. Problems of an address, nameserver or mail server are results, never rejections. */
  verify(address: string, options?: VerifyOptions): Promise<VerificationResult>
  /**
   * Verifies addresses and yields each result as soon as it is known, in any order. It reads addresses on demand, so the list may have any
   * size. A repeated address is verified once and has one result, unless 100,000 other addresses came in between. If the signal aborts, the
   * iteration throws its reason; leaving the loop cancels the rest.
   */
  verifyMany(
    addresses: Iterable<string> | AsyncIterable<string>,
    options?: VerifyManyOptions,
  ): AsyncIterableIterator<VerificationResult>
}
