import type { Severity } from '../reports/report.ts'
import { defineFault, type Scenario } from './scenario.ts'

const webFault = <const Word extends 'unavailable' | 'rate-limited' | 'slow' | 'cut'>(
  word: Word,
  severity: Severity,
  title: string,
  lesson: string,
): Scenario<`http-${Word}`> =>
  defineFault({
    name: `http-${word}`,
    group: 'web',
    title,
    changes: { http: word },
    lesson,
    findings: { 'header-security': { [`headers-${word}`]: severity } },
  })

const webFaults = [
  webFault('unavailable', 'critical', 'Web servers answer 503', 'Retry-After says when to try again (RFC 9110).'),
  webFault('rate-limited', 'critical', 'Web servers answer 429', 'Retry-After says when to try again (RFC 6585).'),
  webFault('slow', 'warning', 'Web servers answer 3 s late', 'Programs without a timeout wait for them.'),
  webFault(
    'cut',
    'critical',
    'Responses end in the middle',
    'Programs that ignore Content-Length take half a file for a whole one.',
  ),
] as const

/** The faults of mail, names, addresses, routes and web servers, and of certificates that run out. */
export const faults = [
  defineFault({
    name: 'mx-down',
    group: 'mail',
    title: 'The first mail server is silent',
    changes: { exchange: 'first-silent' },
    lesson: 'Senders wait for it before they try the next mail server, so mail is late rather than lost.',
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
    lesson:
      'Every include needs lookups. After the tenth, receivers stop with a permanent error and the policy protects nobody (RFC 7208, section 4.6.4).',
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
    lesson: 'A policy of none asks receivers to report forged mail, but to deliver it.',
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
    lesson: 'The DS record is for a key that the zone no longer uses. Validating resolvers answer SERVFAIL.',
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
    lesson: 'The renewal did not happen. The site works for a few more days.',
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
    lesson: 'Browsers stop with a warning, and programs fail.',
    findings: {
      'https-test': { 'https-expired': 'critical' },
    },
  }),
  defineFault({
    name: 'ptr-mismatch',
    group: 'names',
    title: 'Name and address disagree',
    changes: { reverse: 'mismatch' },
    lesson:
      'The host name in the PTR record resolves to another address. Mail servers take that as a sign of a hijacked machine.',
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
    lesson: 'Receivers refuse the mail or file it as spam.',
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
    lesson: 'Traceroute shows the first hop that loses packets, and all connections are slow and uneven.',
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
    lesson: 'Until cached copies expire, users in some places reach the old server.',
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
    lesson:
      'The service behind the alias was shut down, and whoever claims it next can answer in its place. A domain itself is never an alias: look up www.shop.example.',
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
    lesson: 'Mail servers try again some minutes later; impatient programs report a failure.',
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
    lesson: 'The server accepts every address, so acceptance proves nothing.',
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
    lesson: 'Answers in 127.255.255.0/24 are refusals. A program that takes every answer as an entry refuses all mail.',
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
    lesson:
      'The list was shut down, and its zone has an entry for every address (RFC 5782, section 5). Mail servers that still use it refuse all mail.',
    findings: {
      'blacklist-check': { 'blacklist-dead': 'warning' },
    },
  }),
  defineFault({
    name: 'ipv6-silent',
    group: 'line',
    title: 'No IPv6 address answers',
    changes: { addresses: 'ipv6-silent' },
    lesson:
      'A firewall drops TCP connections over IPv6. Browsers soon try IPv4 (RFC 8305), but other programs wait for a timeout at each connection.',
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
    lesson:
      'The servers listen on IPv4 only. Programs that give up after the first error fail where the network has IPv6.',
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
    lesson:
      'DNS still has the address of a machine that is gone. Programs that try only the first address never connect.',
    findings: {
      'a-record': { 'a-first-silent': 'warning' },
      'https-test': { 'https-first-silent': 'warning' },
      traceroute: { 'trace-no-reply': 'critical' },
      'tcp-port-test': { 'tcp-silent': 'critical' },
      'email-migration': { 'migration-unreachable': 'critical' },
    },
  }),
  ...webFaults,
] as const
