import type { VerificationResult } from '@netbox/email-verifier'

/** The options of a question about addresses. */
export interface ProbeOptions {
  readonly signal: AbortSignal
  /** The number of earlier tries. */
  readonly attempts?: number
}

/** A verifier of addresses, real or simulated, from the verifier's package. */
export interface Prober {
  verify(address: string, options: ProbeOptions): Promise<VerificationResult>
  /** Yields results as soon as they are known, in any order. */
  verifyMany(
    addresses: Iterable<string> | AsyncIterable<string>,
    options: ProbeOptions & { readonly concurrency?: number },
  ): AsyncIterable<VerificationResult>
}
