import type { ScenarioName } from './index.ts'

/**
 * The lesson of each scenario for a learner, in one to three sentences. The lessons are apart from the scenarios because a page loads these
 * at once, for the checks of its options, and the lessons only in a few views.
 *
 * @example
 * scenarioLessons['http-slow'] // => 'Programs without a timeout wait for them.'
 */
export const scenarioLessons: Readonly<Record<ScenarioName, string>> = {
  random: 'No fault is simulated: the seed decides every fact.',
  healthy: 'The base of every other scenario: learn what a good report looks like before you look for faults.',
  'mx-down': 'Senders wait for it before they try the next mail server, so mail is late rather than lost.',
  'spf-permerror':
    'Every include needs lookups. After the tenth, receivers stop with a permanent error and the policy protects nobody (RFC 7208, section 4.6.4).',
  'dmarc-none': 'A policy of none asks receivers to report forged mail, but to deliver it.',
  'dnssec-bogus': 'The DS record is for a key that the zone no longer uses. Validating resolvers answer SERVFAIL.',
  'cert-expiring': 'The renewal did not happen. The site works for a few more days.',
  'cert-expired': 'Browsers stop with a warning, and programs fail.',
  'ptr-mismatch':
    'The host name in the PTR record resolves to another address. Mail servers take that as a sign of a hijacked machine.',
  'block-listed': 'Receivers refuse the mail or file it as spam.',
  'packet-loss': 'Traceroute shows the first hop that loses packets, and all connections are slow and uneven.',
  'propagation-partial': 'Until cached copies expire, users in some places reach the old server.',
  'cname-dangling':
    'The service behind the alias was shut down, and whoever claims it next can answer in its place. A domain itself is never an alias: look up www.shop.example.',
  greylisting: 'Mail servers try again some minutes later; impatient programs report a failure.',
  'catch-all': 'The server accepts every address, so acceptance proves nothing.',
  'block-lists-refuse':
    'Answers in 127.255.255.0/24 are refusals. A program that takes every answer as an entry refuses all mail.',
  'block-list-dead':
    'The list was shut down, and its zone has an entry for every address (RFC 5782, section 5). Mail servers that still use it refuse all mail.',
  'ipv6-silent':
    'A firewall drops TCP connections over IPv6. Browsers soon try IPv4 (RFC 8305), but other programs wait for a timeout at each connection.',
  'ipv6-refused':
    'The servers listen on IPv4 only. Programs that give up after the first error fail where the network has IPv6.',
  'first-address-silent':
    'DNS still has the address of a machine that is gone. Programs that try only the first address never connect.',
  'http-unavailable': 'Retry-After says when to try again (RFC 9110).',
  'http-rate-limited': 'Retry-After says when to try again (RFC 6585).',
  'http-slow': 'Programs without a timeout wait for them.',
  'http-cut': 'Programs that ignore Content-Length take half a file for a whole one.',
  'ssrf-loopback': 'Programs that fetch URLs for others reach servers of their own machine.',
  'ssrf-private': 'Programs that fetch URLs for others reach servers behind the firewall.',
  'ssrf-metadata': 'At 169.254.169.254, a cloud gives a machine its credentials.',
  'ssrf-mapped': 'Guards that compare texts take ::ffff:127.0.0.1 for a public address.',
  'ssrf-second': 'Guards that check only the first address let the others pass.',
  rebinding: 'Programs that look a name up, check it and look it up again connect to another address.',
  'redirect-inwards': 'Guards that check only the first URL follow the redirect to 169.254.169.254.',
  'acme-bad-nonce':
    'Nonces expire. A client signs the request again, with the nonce of the refusal (RFC 8555, section 6.5).',
  'acme-rate-limited':
    'Each account waits 10 s, as Retry-After says. Earlier requests are refused again (RFC 8555, section 6.6).',
  'acme-busy':
    'Each account waits 10 s, as Retry-After says. Clients that give up have no certificate until their next run.',
  'acme-slow': 'The order is processing until then, and Retry-After says when to ask again (RFC 8555, section 7.4).',
  'acme-caa':
    'The records of each zone allow no authority (RFC 8659). Every retry is refused until the records change.',
  'acme-one-viewpoint':
    'Authorities look from several networks, so that nobody can deceive them in one. A firewall that blocks some countries has the same effect.',
  'acme-revoked':
    'An authority revokes its first certificate for each set of names. Clients that ask for renewal information replace it at once (RFC 9773).',
  'axfr-refused': 'The primary does not list the secondary. Secondaries serve their old copy until it expires.',
  'axfr-cut':
    'A secondary must not serve half of a zone: it keeps its old copy and tries again (RFC 5936, section 2.2).',
  'ixfr-servfail': 'Secondaries should ask for the whole zone in place of the changes (RFC 1995, section 2).',
  'dot-blocked':
    'A firewall ends connections to port 853. Strict clients have no DNS then; others fall back to clear text.',
  'doh-blocked':
    'A firewall recognizes resolvers by address and server name. Browsers fall back to the resolver of the system.',
  'cert-self-signed':
    'Anyone could have made the certificate. Clients refuse it unless someone turned verification off.',
  'cert-unknown-root':
    'The chain ends at a root that is not public, such as the root of a company. Machines that have the root connect, and all others refuse.',
  'cert-wrong-name':
    'The certificate is for another host, often a host of the hosting provider. Clients compare the names (RFC 9525) and refuse.',
  'cert-missing-intermediate':
    'Browsers fetch the missing certificate, but most programs do not. So the site works for people and fails for API clients.',
  'cert-not-yet-valid': 'The certificate was installed too early, or the clock of the issuer or the client is wrong.',
  'cert-weak-key':
    'RSA keys of 1024 bits can be broken. OpenSSL, curl, Node and Python refuse them, but Go and Java accept them.',
  'cert-no-san':
    'Clients should ignore the common name (RFC 9525). Browsers and Go do; OpenSSL, curl, Node, Python and Java fall back to it.',
  'tls-old':
    'Both versions are deprecated (RFC 8996), and current clients refuse them. Mail servers then deliver in clear text or not at all.',
  'tls-closes':
    'The port is open, but the server ends the connection after the ClientHello. A check of the port shows nothing.',
  'client-cert-required': 'With TLS 1.3, a client without a certificate notices only when it reads the answer.',
  'starttls-stripped':
    'A firewall or an attacker removes STARTTLS from the reply of the mail server. Senders deliver in clear text, unless DANE or MTA-STS tells them to wait.',
  'tlsa-mismatch':
    'The certificate has a new key, and the TLSA record the digest of the old one. Senders that use DANE (RFC 7672) defer all mail; others notice nothing.',
  'mta-sts-mismatch':
    'The policy still lists the old mail servers. Senders that enforce MTA-STS (RFC 8461) defer all mail.',
}
