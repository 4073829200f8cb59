/** What a fault changes in a certificate. Absent fields are as they should be. */
export interface CertificateChange {
  /** Who signed the certificate, instead of an authority that clients trust. */
  readonly signedBy?: 'itself' | 'unknown-root'
  /** Whether the server sends the certificate without that of its issuer. */
  readonly omitsIntermediate?: true
  /** The length of its RSA key, instead of 2048. */
  readonly bits?: 1024
  /** Whether the name of the server is only in the common name. */
  readonly hasOnlyCommonName?: true
  /** Whether it is for a host of the operator instead of the server. */
  readonly isForOther?: true
  /** Whether its validity begins in some days. */
  readonly beginsLater?: true
}

/** A fault of a certificate apart from its end. */
interface Fault {
  /** The title and the lesson of the scenario `cert-` with the name of the fault. */
  readonly title: string
  readonly lesson: string
  /** The result type of the fault in reports about TLS (RFC 8460, section 4.3). */
  readonly reportedAs: 'certificate-host-mismatch' | 'certificate-not-trusted' | 'validation-failure'
  readonly change: CertificateChange
}

/**
 * The faults of certificates apart from their ends. The scenarios, the words of scenarios and world documents, the certificates of the servers and
 * the reports about TLS follow from this table; `https-test` has the words of its report in a table with the same keys.
 */
const table = {
  'self-signed': {
    title: 'The certificate is self-signed',
    lesson:
      'No authority vouches for the server: anyone could have made the certificate. Clients refuse it unless someone turned verification off.',
    reportedAs: 'certificate-not-trusted',
    change: { signedBy: 'itself' },
  },
  'unknown-root': {
    title: 'The certificate is from an unknown authority',
    lesson:
      'The chain ends at a root that no client trusts, as with the authority of a company. Machines that have its root connect, and all others refuse.',
    reportedAs: 'certificate-not-trusted',
    change: { signedBy: 'unknown-root' },
  },
  'wrong-name': {
    title: 'The certificate is for another name',
    lesson:
      'The server has a certificate for another host, often that of the hosting provider. Clients compare the names (RFC 9525) and refuse.',
    reportedAs: 'certificate-host-mismatch',
    change: { isForOther: true },
  },
  'missing-intermediate': {
    title: 'The server omits the intermediate certificate',
    lesson:
      'Browsers find the missing certificate in a cache or fetch it, but most programs do not. So the site works for the person who tests it and fails for its API clients.',
    reportedAs: 'certificate-not-trusted',
    change: { omitsIntermediate: true },
  },
  'not-yet-valid': {
    title: 'The certificate is not valid yet',
    lesson:
      'The validity begins in some days: the certificate was installed too early, or the clock of the issuer or the client is wrong.',
    reportedAs: 'validation-failure',
    change: { beginsLater: true },
  },
  'weak-key': {
    title: 'The certificate has a key of 1024 bits',
    lesson:
      'RSA keys of 1024 bits can be broken. OpenSSL, curl, Node and Python refuse them, but Go and Java accept them, so clients disagree.',
    reportedAs: 'validation-failure',
    change: { bits: 1024 },
  },
  'no-san': {
    title: 'The certificate has only a common name',
    lesson:
      'The name of the server is only in the common name, which clients should ignore (RFC 9525). Browsers and Go do, and OpenSSL, curl, Node, Python and Java fall back to it, so clients disagree.',
    reportedAs: 'certificate-host-mismatch',
    change: { hasOnlyCommonName: true },
  },
} as const satisfies Readonly<Record<string, Fault>>

/** The name of a fault of a certificate apart from its end. */
export type CertificateFault = keyof typeof table

/** The faults of certificates apart from their ends, by name. */
export const certificateFaults: Readonly<Record<CertificateFault, Fault>> = table

/** The names of these faults. */
export const certificateFaultNames = Object.keys(table) as CertificateFault[] // The cast is safe: the table has only these keys.
