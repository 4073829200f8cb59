import type { VerificationResult } from '../verification-result.ts'

/** The options of one verification. */
export interface VerifyOptions {
  /** Cancels: the promise rejects with the signal's reason, and no connection stays open. */
  readonly signal?: AbortSignal | undefined
  /** How often the address was tried before, as `verification_attempts` of the last result has it; 0 if left out. */
  readonly attempts?: number | undefined
}

/** The options of the verification of a list. */
export interface VerifyManyOptions extends VerifyOptions {
  /** How many connections and look-ups are open at a time, to all servers together; 50 if left out. */
  readonly concurrency?: number | undefined
  /**
   * How many addresses are read ahead of the results, so that those of one domain meet; 10,000 if left out. It is the
   * bound of memory too.
   */
  readonly lookahead?: number | undefined
}

/** Verifies addresses: one, or a list of which each result comes as soon as it is known. */
export interface Verifier {
  /** Verifies one address. Never rejects for what an address, a name server or a mail server is like: that is a result. */
  verify(address: string, options?: VerifyOptions): Promise<VerificationResult>
  /**
   * Verifies addresses and gives each result as soon as it is known, so in any order. Takes them as it needs them, so the
   * list may be of any size. An address that comes again is asked for once and has one result, unless 100,000 others
   * came between. When the signal is aborted the iteration throws its reason; who leaves the loop cancels the rest.
   */
  verifyMany(
    addresses: Iterable<string> | AsyncIterable<string>,
    options?: VerifyManyOptions,
  ): AsyncIterableIterator<VerificationResult>
}
