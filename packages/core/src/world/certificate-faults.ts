/** The faults of certificates apart from their ends. */
export const certificateFaults = [
  'self-signed',
  'unknown-root',
  'wrong-name',
  'missing-intermediate',
  'not-yet-valid',
  'weak-key',
  'no-san',
] as const

/** A fault of a certificate apart from its end. */
export type CertificateFault = (typeof certificateFaults)[number]
