/** The facts that a scenario overrides, for every host and domain, so for every tool at once. The seed determines absent fields. */
export interface Overrides {
  /** The first mail server of every domain answers, or is silent while the later ones answer. */
  readonly exchange?: 'answers' | 'first-silent'
  /** The reply of a mail server to an unknown sender or recipient. */
  readonly recipients?: 'verified' | 'greylisted' | 'catch-all'
  /** Whether mail servers offer encryption. */
  readonly tls?: boolean
  readonly spf?: 'valid' | 'missing' | 'lookups' | 'syntax' | 'duplicate'
  readonly dmarc?: 'missing' | 'none' | 'quarantine' | 'reject'
  readonly dkim?: boolean
  readonly dnssec?: 'secure' | 'insecure' | 'bogus'
  readonly certificate?: 'good' | 'expiring' | 'expired'
  readonly reverse?: 'matches' | 'mismatch'
  readonly listed?: boolean
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
