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

/** The facts that a scenario overrides, for every host and domain, so for every tool at once. The seed determines absent fields. */
export interface Overrides {
  /** The first mail server of every domain answers, or is silent while the later ones answer. */
  readonly exchange?: 'answers' | 'first-silent'
  /** The reply of a mail server to an unknown sender or recipient. */
  readonly recipients?: 'verified' | 'greylisted' | 'catch-all'
  /** Whether mail servers offer encryption. */
  readonly tls?: boolean
  /** Whether a device on the path removes STARTTLS from the replies of mail servers. */
  readonly starttls?: 'passes' | 'stripped'
  /** Whether TLSA records have the key of the mail server. */
  readonly tlsa?: 'matches' | 'mismatch'
  /** Whether MTA-STS policies list the mail servers of their domain. */
  readonly sts?: 'matches' | 'mismatch'
  readonly spf?: 'valid' | 'missing' | 'lookups' | 'syntax' | 'duplicate'
  readonly dmarc?: 'missing' | 'none' | 'quarantine' | 'reject'
  readonly dkim?: boolean
  readonly dnssec?: 'secure' | 'insecure' | 'bogus'
  readonly certificate?: 'good' | 'expiring' | 'expired' | CertificateFault
  /** TLS handshakes: they complete, offer only TLS 1.0 and 1.1, end after the ClientHello, or need a client certificate. */
  readonly handshake?: 'completes' | 'old' | 'closes' | 'client-cert'
  readonly reverse?: 'matches' | 'mismatch'
  readonly listed?: boolean
  /** The answers of block lists: entries, a refusal for every address, or an entry for every address on one of them. */
  readonly lists?: 'answer' | 'refuse' | 'one-dead'
  /** Which addresses of a host accept TCP connections: all, or all but its IPv6 addresses, or all but the first. Mail servers and nameservers have one IPv4 address. */
  readonly addresses?: 'answer' | 'ipv6-silent' | 'ipv6-refused' | 'first-silent'
  readonly port?: 'open' | 'closed'
  /** The share of probes lost on the path to every host, in per cent. */
  readonly loss?: number
  readonly propagation?: 'complete' | 'partial'
  /** Whether the targets of aliases exist. */
  readonly alias?: 'resolves' | 'dangling'
  /** Good practice: locked registrations far from expiry, servers in separate networks, strict SPF, reasonable timers. */
  readonly upkeep?: 'good'
  /** The quality of configured web headers. */
  readonly headers?: 'strong' | 'weak'
}
