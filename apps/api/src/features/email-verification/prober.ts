import type { VerificationResult } from '@netbox/email-verifier'

/** How addresses are asked about. */
export interface ProbeOptions {
  readonly signal: AbortSignal
  /** How often the server was asked before. */
  readonly attempts?: number
}

/** A verifier of addresses, real or simulated: the verifier's package gives both. */
export interface Prober {
  verify(address: string, options: ProbeOptions): Promise<VerificationResult>
  /** Returns results as they are known, in any order. */
  verifyMany(
    addresses: Iterable<string> | AsyncIterable<string>,
    options: ProbeOptions & { readonly concurrency?: number },
  ): AsyncIterable<VerificationResult>
}
