import { defineFault } from './scenario.ts'

/** The faults of mail, names, addresses, routes and web servers, and of certificates that run out. */
export const faults = [
  defineFault({
    name: 'mx-down',
    group: 'mail',
    title: 'The first mail server is silent',
    changes: { exchange: 'first-silent' },
    lesson:
      'Port 25 gives no answer. Senders wait for it before they try the next mail server, so mail is late rather than lost.',
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
    lesson:
      'The DS record at the parent is for a key that the zone no longer uses. Validating resolvers answer SERVFAIL.',
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
    lesson: 'The renewal did not happen. The site works today and will be broken in a few days.',
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
    lesson: 'Browsers stop with a full-page warning, and programs that call the site fail.',
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
    lesson: 'Receivers that use those lists refuse the mail or file it as spam.',
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
    lesson:
      'Ping loses packets, traceroute shows the first hop that loses them, and all connections are slow and uneven.',
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
    lesson: 'Until cached copies of the old record expire, users in some places reach the old server.',
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
      'The service behind the alias was shut down, but the alias stayed, and whoever claims the service next can answer in its place. A domain itself is never an alias: look up www.shop.example.',
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
    lesson:
      'A first attempt gets a temporary refusal. Mail servers try again some minutes later; impatient programs report a failure.',
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
    lesson: 'The server accepts every address at the domain, so acceptance proves nothing.',
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
    lesson:
      'The lists answer each query with an address in 127.255.255.0/24, which is a refusal. A program that takes every answer as an entry refuses all mail.',
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
      'The list was shut down, and its zone now has an entry for every address, even for 127.0.0.1 (RFC 5782, section 5). Mail servers that still use it refuse all mail.',
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
      'The servers listen on IPv4 only, but DNS also has an IPv6 address. Programs that give up after the first error fail where the network has IPv6.',
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
      'DNS still has the address of a machine that is gone, before the one that works. Programs that try only the first address never connect.',
    findings: {
      'a-record': { 'a-first-silent': 'warning' },
      'https-test': { 'https-first-silent': 'warning' },
      traceroute: { 'trace-no-reply': 'critical' },
      'tcp-port-test': { 'tcp-silent': 'critical' },
      'email-migration': { 'migration-unreachable': 'critical' },
    },
  }),
  defineFault({
    name: 'http-unavailable',
    group: 'web',
    title: 'Every web server answers 503',
    changes: { http: 'unavailable' },
    lesson:
      'The web servers are overloaded or in maintenance. Retry-After says when to try again (RFC 9110, section 10.2.3); programs that try again at once keep the server overloaded.',
    findings: {
      'header-security': { 'headers-unavailable': 'critical' },
    },
  }),
  defineFault({
    name: 'http-rate-limited',
    group: 'web',
    title: 'Every web server answers 429',
    changes: { http: 'rate-limited' },
    lesson:
      'The client sent too many requests (RFC 6585). Programs have to wait as long as Retry-After says, and forms have to keep what people typed.',
    findings: {
      'header-security': { 'headers-rate-limited': 'critical' },
    },
  }),
  defineFault({
    name: 'http-slow',
    group: 'web',
    title: 'Every web server answers three seconds late',
    changes: { http: 'slow' },
    lesson:
      'Connections open at once, but the answers take seconds. Programs without a timeout wait, and their callers too.',
    findings: {
      'header-security': { 'headers-slow': 'warning' },
    },
  }),
  defineFault({
    name: 'http-cut',
    group: 'web',
    title: 'Every response ends in the middle',
    changes: { http: 'cut' },
    lesson:
      'Connections end before the whole body has arrived. Programs that ignore Content-Length take half a file for a whole one (RFC 9112, section 8).',
    findings: {
      'header-security': { 'headers-cut': 'critical' },
    },
  }),
] as const
