/** The changes that a fault or a document makes to a certificate. Absent fields are as they should be. */
export interface CertificateChange {
  /** Who signed the certificate, instead of an authority that clients trust. */
  readonly signedBy?: 'itself' | 'unknown-root'
  /** Whether the server sends the certificate without its issuer's certificate. */
  readonly omitsIntermediate?: true
  /** The length of its RSA key, instead of 2048. */
  readonly bits?: 1024
  /** Whether the name of the server is only in the common name. */
  readonly hasOnlyCommonName?: true
  /** Whether it is for a host of the operator instead of the server. */
  readonly isForOther?: true
  /** Whether its validity begins in some days. */
  readonly beginsLater?: true
  /** Its key, instead of RSA with 2048 bits. */
  readonly key?: 'rsa-2048' | 'rsa-4096' | 'rsa-8192' | 'p256' | 'p384'
  /** The hash of its signature, instead of SHA-256. */
  readonly signature?: 'sha256' | 'sha384' | 'sha512'
  /** The number of its names, with the server's name, instead of 1. */
  readonly nameCount?: number
}

/** A fault of a certificate apart from its end. */
interface Fault {
  /** The title of the scenario `cert-` with the name of the fault. */
  readonly title: string
  readonly change: CertificateChange
}

/**
 * The faults of certificates apart from their ends. The scenarios, the words of scenarios and world documents, and the certificates of the servers
 * follow from this table; `https-test` has the words of its report in a table with the same keys.
 */
const table = {
  'self-signed': {
    title: 'The certificate is self-signed',
    change: { signedBy: 'itself' },
  },
  'unknown-root': {
    title: 'The certificate is from an unknown authority',
    change: { signedBy: 'unknown-root' },
  },
  'wrong-name': {
    title: 'The certificate is for another name',
    change: { isForOther: true },
  },
  'missing-intermediate': {
    title: 'The server omits the intermediate certificate',
    change: { omitsIntermediate: true },
  },
  'not-yet-valid': {
    title: 'The certificate is not valid yet',
    change: { beginsLater: true },
  },
  'weak-key': {
    title: 'The certificate has a key of 1024 bits',
    change: { bits: 1024 },
  },
  'no-san': {
    title: 'The certificate has only a common name',
    change: { hasOnlyCommonName: true },
  },
} as const satisfies Readonly<Record<string, Fault>>

/** The name of a fault of a certificate apart from its end. */
export type CertificateFault = keyof typeof table

/** The faults of certificates apart from their ends, by name. */
export const certificateFaults: Readonly<Record<CertificateFault, Fault>> = table

/** The names of these faults. */
export const certificateFaultNames = Object.keys(table) as CertificateFault[] // The cast is safe: the table has only these keys.
