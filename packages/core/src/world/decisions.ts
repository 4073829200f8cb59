import { certificateFaultNames } from './certificate-faults.ts'

/** The decisions that a scenario may make, for every host and domain, so for every tool at once. */
interface Decision<Word> {
  /** The subject, for the error about scenarios that contradict each other: `'about the DMARC policy'`. */
  readonly about: string
  /** The word of a world without faults. */
  readonly healthy: Word
  /** Whether the infrastructure has that word too, in each scenario that doesn't name it. Otherwise its seed decides. */
  readonly keepsInfrastructure: boolean
}

/** Declares a decision by its words. A world without faults has the first one. */
const decision = <const Words extends readonly [unknown, ...unknown[]]>(
  about: string,
  ...words: Words
): Decision<Words[number]> => ({ about, healthy: words[0], keepsInfrastructure: true })

/** Declares a decision about the policies of a domain, which the infrastructure has by its seed. */
const policy = <const Words extends readonly [unknown, ...unknown[]]>(
  about: string,
  ...words: Words
): Decision<Words[number]> => ({ ...decision(about, ...words), keepsInfrastructure: false })

/** Declares a decision about a share in per cent, which is 0 in a world without faults. */
const share = (about: string): Decision<number> => ({ about, healthy: 0, keepsInfrastructure: true })

/** All decisions. The types of scenarios, the healthy world and the errors about contradictions follow from this table. */
export const decisions = {
  /** The first mail server of every domain answers, or is silent while the later ones answer. */
  exchange: decision('whether the first mail server answers', 'answers', 'first-silent'),
  /** The reply of a mail server to an unknown sender or recipient. */
  recipients: decision('how mail servers treat unknown senders', 'verified', 'greylisted', 'catch-all'),
  tls: decision('whether mail servers offer encryption', true, false),
  /** Whether a device on the path removes STARTTLS from the replies of mail servers. */
  starttls: decision('whether STARTTLS reaches clients', 'passes', 'stripped'),
  /** Whether TLSA records have the key of the mail server. */
  tlsa: policy('about TLSA records', 'matches', 'mismatch'),
  /** Whether MTA-STS policies list the mail servers of their domain. */
  sts: policy('about MTA-STS policies', 'matches', 'mismatch'),
  spf: policy('about the SPF policy', 'valid', 'missing', 'lookups', 'syntax', 'duplicate'),
  dmarc: policy('about the DMARC policy', 'reject', 'quarantine', 'none', 'missing'),
  dkim: policy('about the DKIM key', true, false),
  dnssec: decision('about the DNSSEC signatures', 'secure', 'insecure', 'bogus'),
  certificate: decision('about the certificate', 'good', 'expiring', 'expired', ...certificateFaultNames),
  /** TLS handshakes: they complete, offer only TLS 1.0 and 1.1, end after the ClientHello, or need a client certificate. */
  handshake: decision('how TLS handshakes end', 'completes', 'old', 'closes', 'client-cert-required'),
  reverse: decision('about PTR records', 'matches', 'mismatch'),
  listed: decision('whether addresses are on block lists', false, true),
  /** The answers of block lists: entries, a refusal for every address, or an entry for every address on one of them. */
  lists: decision('how block lists answer', 'answer', 'refuse', 'one-dead'),
  /**
   * Which addresses of a host accept TCP connections: all, or all but its IPv6 addresses, or all but the first. Or which addresses answers have
   * in place of them, which lead clients into their own network; `second-inward`: after them; `rebinding`: from the second answer on. Mail servers
   * and nameservers have one IPv4 address, always their own.
   */
  addresses: decision(
    'which addresses lead to a host',
    'answer',
    'ipv6-silent',
    'ipv6-refused',
    'first-silent',
    'loopback',
    'private',
    'metadata',
    'mapped',
    'second-inward',
    'rebinding',
  ),
  port: decision('whether ports are open', 'open', 'closed'),
  /** The share of probes that are lost on the path to every host. */
  loss: share('how many packets are lost'),
  propagation: decision('how far a change has propagated', 'complete', 'partial'),
  /** Whether the targets of aliases exist. */
  alias: decision('whether aliases resolve', 'resolves', 'dangling'),
  /** Good practice: locked registrations far from expiry, servers in separate networks, strict SPF, reasonable timers. */
  upkeep: decision('how well zones are maintained', 'good'),
  /** How web servers answer requests: with their pages, with 503, with 429, seconds later, with half of a body, or with a redirect. */
  http: decision(
    'how web servers answer requests',
    'answers',
    'unavailable',
    'rate-limited',
    'slow',
    'cut',
    'redirect-inwards',
  ),
  /**
   * How certificate authorities answer ACME clients. They issue certificates, refuse every third nonce, refuse the first orders of an account, or
   * issue late; or one of their viewpoints reaches no host, or they revoke the first certificate for its names.
   */
  acme: decision(
    'how certificate authorities answer',
    'issue',
    'bad-nonce',
    'rate-limited',
    'slow',
    'busy',
    'one-viewpoint',
    'revoked',
  ),
  /** Whether CAA records forbid every authority to issue certificates. */
  caa: policy('about CAA records', 'allow', 'forbid'),
  /** How nameservers answer requests for transfers: with the zone, with REFUSED, with half of the zone, or with SERVFAIL to IXFR. */
  transfers: decision('how nameservers transfer zones', 'whole', 'refused', 'cut', 'ixfr-servfail'),
  /** Whether a firewall on the way to resolvers ends DNS over TLS, and over HTTPS. */
  dot: decision('whether DNS over TLS passes', 'passes', 'blocked'),
  doh: decision('whether DNS over HTTPS passes', 'passes', 'blocked'),
  /** The quality of configured web headers. */
  headers: decision('about web headers', 'strong', 'weak'),
} as const

type Decisions = typeof decisions
type WordOf<Name extends keyof Decisions> = Decisions[Name] extends Decision<infer Word> ? Word : never

/** The words of a scenario for all that it decides. The seed decides the rest. */
export type Overrides = { readonly [Name in keyof Decisions]?: WordOf<Name> }

/** The names of all decisions. */
export const decisionNames = Object.keys(decisions) as (keyof Decisions)[] // The cast is safe: the table has only these keys.

/** Returns the words of a world without faults, for the decisions of a kind. */
const healthyWords = (isIn: (decision: Decision<unknown>) => boolean): Overrides =>
  Object.fromEntries(
    decisionNames.filter((name) => isIn(decisions[name])).map((name) => [name, decisions[name].healthy]),
  )

/** The words of a world without faults. */
export const HEALTHY: Overrides = healthyWords(() => true)

/** The words for the infrastructure in every scenario that does not name it. */
export const WORKING: Overrides = healthyWords(({ keepsInfrastructure }) => keepsInfrastructure)
