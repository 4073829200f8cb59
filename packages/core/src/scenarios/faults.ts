import type { Severity } from '../reports/report.ts'
import type { InwardWord } from '../world/hosts/inward-answers.ts'
import { defineFault, type Scenario } from './scenario.ts'

const webFault = <const Word extends 'unavailable' | 'rate-limited' | 'slow' | 'cut'>(
  word: Word,
  severity: Severity,
  title: string,
): Scenario<`http-${Word}`> =>
  defineFault({
    name: `http-${word}`,
    group: 'web',
    title,
    changes: { http: word },
    findings: { 'header-security': { [`headers-${word}`]: severity } },
  })

const webFaults = [
  webFault('unavailable', 'critical', 'Web servers answer 503'),
  webFault('rate-limited', 'critical', 'Web servers answer 429'),
  webFault('slow', 'warning', 'Web servers answer 3 s late'),
  webFault('cut', 'critical', 'Responses end in the middle'),
] as const

/** Returns the findings of inward answers. If all answers lead inwards, tools that connect report that nobody is there. */
const inwardFindings = (severity: Severity): Scenario['findings'] => ({
  'a-record': { 'a-answers-inward': severity },
  'dns-diagnostic': { 'dns-answers-inward': severity },
  'https-test': { 'https-answers-inward': severity },
  ...(severity === 'critical' && { 'header-security': { 'headers-closed': severity } }),
})

/** A fault of the answers for a host. */
const inwardFault = <const Name extends 'rebinding' | `ssrf-${string}`>(
  name: Name,
  addresses: InwardWord,
  title: string,
  findings: Scenario['findings'],
): Scenario<Name> => defineFault({ name, group: 'names', title, changes: { addresses }, findings })

const NOBODY: Scenario['findings'] = {
  ...inwardFindings('critical'),
  'tcp-port-test': { 'tcp-special': 'critical' },
  traceroute: { 'trace-special': 'critical' },
  'email-migration': { 'migration-special': 'critical' },
}

const inwardFaults = [
  inwardFault('ssrf-loopback', 'loopback', 'Names lead to loopback', NOBODY),
  inwardFault('ssrf-private', 'private', 'Names lead to private addresses', NOBODY),
  inwardFault('ssrf-metadata', 'metadata', 'Names lead to cloud metadata', {
    ...inwardFindings('critical'),
    'tcp-port-test': { 'tcp-refused': 'critical' },
    'email-migration': { 'migration-unreachable': 'critical' },
  }),
  inwardFault('ssrf-mapped', 'mapped', 'Names lead to mapped loopback', NOBODY),
  inwardFault('ssrf-second', 'second-inward', 'The last address is loopback', inwardFindings('warning')),
  inwardFault('rebinding', 'rebinding', 'The second answer is loopback', inwardFindings('warning')),
] as const

const acmeFault = <const Word extends 'bad-nonce' | 'rate-limited' | 'slow' | 'busy' | 'one-viewpoint' | 'revoked'>(
  word: Word,
  title: string,
): Scenario<`acme-${Word}`> =>
  defineFault({ name: `acme-${word}`, group: 'acme', title, changes: { acme: word }, findings: {} })

// Only ACME clients ask authorities, so no tool finds faults of these.
const acmeFaults = [
  acmeFault('bad-nonce', 'Authorities refuse every third nonce'),
  acmeFault('rate-limited', 'Authorities answer 429 to new orders'),
  acmeFault('busy', 'Authorities answer 503 to new orders'),
  acmeFault('slow', 'Authorities issue 20 s late'),
  defineFault({
    name: 'acme-caa',
    group: 'acme',
    title: 'CAA records forbid certificates',
    changes: { caa: 'forbid' },
    findings: { 'dns-diagnostic': { 'dns-issuance': 'warning' } },
  }),
  acmeFault('one-viewpoint', 'One viewpoint reaches no host'),
  acmeFault('revoked', 'New certificates are revoked'),
] as const

const transferFault = <const Name extends string>(
  name: Name,
  transfers: 'refused' | 'cut' | 'ixfr-servfail',
  title: string,
): Scenario<Name> =>
  defineFault({
    name,
    group: 'names',
    title,
    changes: { transfers },
    findings: { 'soa-record': { 'soa-transfers': 'warning' }, 'dns-diagnostic': { 'dns-zone': 'warning' } },
  })

const blockedFault = <const Protocol extends 'dot' | 'doh'>(
  protocol: Protocol,
  title: string,
): Scenario<`${Protocol}-blocked`> =>
  defineFault({
    name: `${protocol}-blocked`,
    group: 'names',
    title,
    changes: { [protocol]: 'blocked' },
    findings: { 'dns-diagnostic': { 'dns-encrypted': 'warning' } },
  })

/** The faults of mail, names, addresses, routes, web servers and authorities, and of certificates that run out. */
export const faults = [
  defineFault({
    name: 'mx-down',
    group: 'mail',
    title: 'The first mail server is silent',
    changes: { exchange: 'first-silent' },
    findings: {
      'mx-record': { 'mx-silent': 'critical' },
      'dns-diagnostic': { 'dns-mail': 'critical' },
      'smtp-test': { 'smtp-silent': 'critical' },
      'email-validation': { 'validation-first-silent': 'warning' },
      'email-deliverability': { 'deliver-first-silent': 'critical' },
    },
  }),
  defineFault({
    name: 'spf-permerror',
    group: 'mail',
    title: 'The SPF policy needs more than ten lookups',
    changes: { spf: 'lookups' },
    findings: {
      'txt-record': { 'txt-spf-broken': 'critical' },
      'spf-check': { 'spf-lookups': 'critical' },
      'dns-diagnostic': { 'dns-spf': 'critical' },
      'email-deliverability': { 'deliver-spf-lookups': 'critical' },
      'spf-generator': { 'spfgen-include-broken': 'critical' },
    },
  }),
  defineFault({
    name: 'dmarc-none',
    group: 'mail',
    title: 'DMARC only monitors',
    changes: { dmarc: 'none' },
    findings: {
      'email-deliverability': { 'deliver-dmarc-none': 'warning' },
      'header-analyzer': { 'analyzer-dmarc-watching': 'warning' },
    },
  }),
  defineFault({
    name: 'dnssec-bogus',
    group: 'names',
    title: 'A signature no longer verifies',
    changes: { dnssec: 'bogus' },
    findings: {
      'tcp-port-test': { 'tcp-unresolved': 'critical' },
      traceroute: { 'trace-unresolved': 'critical' },
      'a-record': { 'a-bogus': 'critical' },
      'mx-record': { 'mx-unresolved': 'critical' },
      'txt-record': { 'txt-unresolved': 'critical' },
      'cname-lookup': { 'cname-unresolved': 'critical' },
      'soa-record': { 'soa-unresolved': 'critical' },
      'dnssec-check': { 'dnssec-bogus': 'critical' },
      'dns-propagation': { 'prop-bogus': 'critical' },
      'spf-check': { 'spf-unresolved': 'critical' },
      'dns-diagnostic': { 'dns-address': 'critical', 'dns-dnssec': 'critical' },
      'https-test': { 'https-unresolved': 'critical' },
      'header-security': { 'headers-unresolved': 'critical' },
      'smtp-test': { 'smtp-unresolved': 'critical' },
      'email-validation': { 'validation-unresolved': 'critical' },
      'spf-generator': { 'spfgen-include-broken': 'critical', 'spfgen-unreadable': 'warning' },
      'header-analyzer': { 'analyzer-dmarc-temperror': 'warning' },
      'email-deliverability': { 'deliver-unresolved': 'critical' },
      'email-migration': { 'migration-unresolved': 'critical' },
    },
  }),
  defineFault({
    // Every second day at 00:00 UTC, a certificate with three days left replaces it.
    name: 'cert-expiring',
    group: 'certificates',
    title: 'The certificate expires in one to three days',
    changes: { certificate: 'expiring' },
    findings: {
      'https-test': { 'https-expiring': 'warning' },
    },
  }),
  defineFault({
    // It expired four to seven days ago. Every second day at 00:00 UTC, a newer expired one replaces it.
    name: 'cert-expired',
    group: 'certificates',
    title: 'The certificate has expired',
    changes: { certificate: 'expired' },
    findings: {
      'https-test': { 'https-expired': 'critical' },
    },
  }),
  defineFault({
    name: 'ptr-mismatch',
    group: 'names',
    title: 'Name and address disagree',
    changes: { reverse: 'mismatch' },
    findings: {
      'blacklist-check': { 'blacklist-reverse-mismatch': 'warning' },
      'ptr-lookup': { 'ptr-mismatch': 'critical' },
      'smtp-test': { 'smtp-reverse-mismatch': 'warning' },
      'email-deliverability': { 'deliver-reverse-mismatch': 'warning' },
    },
  }),
  defineFault({
    name: 'block-listed',
    group: 'mail',
    title: 'The sending address is on block lists',
    changes: { listed: true },
    findings: {
      'blacklist-check': { 'blacklist-listed': 'critical' },
      'email-deliverability': { 'deliver-listed': 'critical' },
    },
  }),
  defineFault({
    name: 'packet-loss',
    group: 'line',
    title: 'One link drops every fifth packet',
    changes: { loss: 20 },
    findings: {
      'ping-test': { 'ping-loss': 'critical' },
      'smtp-test': { 'smtp-retransmissions': 'warning' },
      traceroute: { 'trace-loss': 'critical' },
    },
  }),
  defineFault({
    name: 'propagation-partial',
    group: 'names',
    title: 'Some resolvers keep the old address',
    changes: { propagation: 'partial' },
    findings: {
      'dns-propagation': { 'prop-stale': 'warning' },
      'dns-diagnostic': { 'dns-propagation': 'warning' },
    },
  }),
  defineFault({
    name: 'cname-dangling',
    group: 'names',
    title: 'An alias points at nothing',
    changes: { alias: 'dangling' },
    findings: {
      traceroute: { 'trace-unresolved': 'critical' },
      'a-record': { 'a-dangling': 'critical' },
      'cname-lookup': { 'cname-dangling': 'critical' },
      'email-migration': { 'migration-unresolved': 'critical' },
    },
  }),
  defineFault({
    name: 'greylisting',
    group: 'mail',
    title: 'The mail server asks unknown senders to try again later',
    changes: { recipients: 'greylisted' },
    findings: {
      'smtp-test': { 'smtp-greylisted': 'warning' },
      'email-validation': { 'validation-greylisted': 'warning' },
    },
  }),
  defineFault({
    name: 'catch-all',
    group: 'mail',
    title: 'The mail server accepts every recipient',
    changes: { recipients: 'catch-all' },
    findings: {
      'smtp-test': { 'smtp-catch-all': 'warning' },
      'email-validation': { 'validation-catch-all': 'warning' },
    },
  }),
  defineFault({
    name: 'block-lists-refuse',
    group: 'mail',
    title: 'Every block list refuses the resolver',
    changes: { lists: 'refuse' },
    findings: {
      'blacklist-check': { 'blacklist-refused': 'critical' },
      'email-deliverability': { 'deliver-block-lists-refuse': 'warning' },
    },
  }),
  defineFault({
    name: 'block-list-dead',
    group: 'mail',
    title: 'One block list lists every address',
    changes: { lists: 'one-dead' },
    findings: {
      'blacklist-check': { 'blacklist-dead': 'warning' },
    },
  }),
  defineFault({
    name: 'ipv6-silent',
    group: 'line',
    title: 'No IPv6 address answers',
    changes: { addresses: 'ipv6-silent' },
    findings: {
      'a-record': { 'a-ipv6-silent': 'warning' },
      'https-test': { 'https-ipv6-silent': 'warning' },
    },
  }),
  defineFault({
    name: 'ipv6-refused',
    group: 'line',
    title: 'Every IPv6 address refuses connections',
    changes: { addresses: 'ipv6-refused' },
    findings: {
      'a-record': { 'a-ipv6-refused': 'warning' },
      'https-test': { 'https-ipv6-refused': 'warning' },
    },
  }),
  defineFault({
    name: 'first-address-silent',
    group: 'line',
    title: 'The first address of a host is silent',
    changes: { addresses: 'first-silent' },
    findings: {
      'a-record': { 'a-first-silent': 'warning' },
      'https-test': { 'https-first-silent': 'warning' },
      traceroute: { 'trace-no-reply': 'critical' },
      'tcp-port-test': { 'tcp-silent': 'critical' },
      'email-migration': { 'migration-unreachable': 'critical' },
    },
  }),
  ...webFaults,
  ...inwardFaults,
  defineFault({
    name: 'redirect-inwards',
    group: 'web',
    title: 'Web servers redirect to cloud metadata',
    changes: { http: 'redirect-inwards' },
    findings: { 'header-security': { 'headers-redirects-inward': 'critical' } },
  }),
  ...acmeFaults,
  transferFault('axfr-refused', 'refused', 'Nameservers refuse zone transfers'),
  transferFault('axfr-cut', 'cut', 'Zone transfers end in the middle'),
  transferFault('ixfr-servfail', 'ixfr-servfail', 'Incremental zone transfers fail'),
  blockedFault('dot', 'DNS over TLS is blocked'),
  blockedFault('doh', 'DNS over HTTPS is blocked'),
] as const
