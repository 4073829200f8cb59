import { addressFaultFindings } from '../../reports/address-fault.ts'
import { inwardFindings } from '../../reports/inward-answers.ts'
import { noWebServer, noPageText } from '../../reports/no-web-server.ts'
import type { Figure, ReportDraft, Finding } from '../../reports/report.ts'
import { inWords, count, prose } from '../../reports/wording.ts'
import { isoTime } from '../../foundation/time.ts'
import type { NoWebReason } from '../../world/answers/web.ts'
import type { World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import { factsOf, gradeOf, issuesOf, type Facts } from './https-test.facts.ts'
import { CERTIFICATE_FAULTS } from './https-test.certificate.ts'
import type { HttpsTestCode, HttpsTestResult } from './https-test.ts'
import { critical, info, pass, warning } from '../../reports/finding.ts'

/** The facts with the certificate's dates, as ISO 8601 times. */
interface Dated extends Facts {
  readonly issued: string
  readonly due: string
  readonly ends: string
}

/** Adds the certificate's dates to the facts. */
const dated = (facts: Facts): Dated => {
  const { notBefore, notAfter } = facts.server.certificate
  return { ...facts, issued: isoTime(notBefore), due: isoTime(facts.renewal), ends: isoTime(notAfter) }
}

/** Returns the date part of an ISO 8601 time. */
const dayOf = (time: string): string => time.slice(0, 10)

const inDays = (days: number): string => `${inWords(days)} ${days === 1 ? 'day' : 'days'}`

/** Reports the certificate. */
const certificate = ({ domain, fault, expired, overdue, server, days, due, ends }: Dated): Finding<HttpsTestCode> => {
  if (fault !== undefined) {
    const { title, detail, advice } = CERTIFICATE_FAULTS[fault]
    const [other = ''] = server.certificate.names
    return critical(`https-${fault}`, title(domain, other), detail, advice(domain, other))
  }
  if (expired) {
    return critical(
      'https-expired',
      `The certificate expired on ${dayOf(ends)}`,
      'Browsers stop every visitor with a full-page warning, and programs that call the site fail.',
      `Renew it at ${server.certificate.issuer} by hand now, reload the server, then find out why the renewal due on ${dayOf(due)} did not run.`,
    )
  }
  if (overdue) {
    return warning(
      'https-expiring',
      `The certificate expires in ${inDays(days)}`,
      `It should have been renewed on ${dayOf(due)}; the renewal fails or does not run. After ${dayOf(ends)} browsers warn visitors.`,
      'Run the ACME client by hand and read its error: most often port 80 or the DNS challenge is blocked. Reload the server afterwards.',
    )
  }
  return pass('https-certificate', `The certificate from ${server.certificate.issuer} is valid until ${dayOf(ends)}`)
}

/** Reports protocols and cipher suites. */
const transport = ({ old, weak, server }: Dated): Finding<HttpsTestCode>[] => [
  old.length === server.protocols.length
    ? critical(
        'https-only-old',
        `Only ${prose(old)} are offered`,
        'Both are deprecated (RFC 8996), and browsers, curl, Go and Java refuse them, so nobody connects.',
        'Offer TLSv1.2 and TLSv1.3: ssl_protocols in nginx, SSLProtocol in Apache.',
      )
    : old.length > 0
      ? warning(
          'https-old-protocols',
          `${prose(old)} are still offered`,
          'Both are deprecated (RFC 8996), and TLSv1.3, which is faster to connect, is missing.',
          'Offer only TLSv1.2 and TLSv1.3: ssl_protocols in nginx, SSLProtocol in Apache.',
        )
      : pass('https-protocols', `Only current protocols are offered, ${server.protocols[0]} first`),
  weak.length > 0
    ? warning(
        'https-weak-cipher',
        `${count(weak.length, 'cipher suite')} without forward secrecy`,
        `Anyone who later gets the server's key can decrypt recorded connections that used ${prose(weak)}.`,
        `Take ${prose(weak)} off the list and keep those with ECDHE (RFC 9325, section 4.1).`,
      )
    : pass('https-ciphers', 'Every cipher suite has forward secrecy'),
]

/** Reports a server that requires a client certificate. */
const clientCertificate = ({ domain, server }: Dated, world: World): Finding<HttpsTestCode>[] =>
  server.handshake === 'client-cert-required'
    ? [noWebServer('https', world, domain, 'client-cert-required', 'clients without one get no page')]
    : []

/** Reports how long browsers insist on HTTPS. */
const policyFinding = ({ policy }: Dated, domain: string): Finding<HttpsTestCode> => {
  if (policy === 'lasting') return pass('https-hsts', 'Browsers use HTTPS automatically (RFC 6797)')
  const advice = `Send Strict-Transport-Security: max-age=63072000, with includeSubDomains once every name below ${domain} has HTTPS; then run header-security on ${domain} for the rest.`
  return policy === 'missing'
    ? info(
        'https-hsts-missing',
        'Nothing keeps browsers on HTTPS',
        'A first visit may begin without encryption, where others can redirect it (RFC 6797).',
        advice,
      )
    : info(
        'https-hsts-brief',
        'Browsers stay on HTTPS for only five minutes',
        'Every visit after a pause starts without protection again (RFC 6797).',
        advice,
      )
}

function simulate(domain: string, world: World): HttpsTestResult {
  const facts = factsOf(world, domain)
  if ('unreachable' in facts) {
    const issues = [`${noPageText(domain, facts.unreachable)}, so there is no certificate to see.`]
    return {
      domain,
      ssl_grade: 'F',
      certificate_valid: false,
      expires_in_days: null,
      protocols: [],
      cipher_suites: [],
      issues,
    }
  }
  return {
    domain,
    ssl_grade: gradeOf(facts),
    certificate_valid: !facts.expired && facts.fault === undefined,
    expires_in_days: facts.days,
    protocols: [...facts.server.protocols],
    cipher_suites: [...facts.server.cipherSuites],
    issues: issuesOf(facts),
  }
}

const verdict = (
  grade: string,
  { domain, server, fault, expired, overdue, old, weak, days, ends }: Dated,
): Pick<ReportDraft, 'sentence' | 'detail'> => {
  const until = dayOf(ends)
  if (fault !== undefined) {
    const { title, short, detail } = CERTIFICATE_FAULTS[fault]
    return { sentence: `${short ?? title(domain, server.certificate.names[0] ?? '')}.`, detail }
  }
  if (old.length === server.protocols.length)
    return {
      sentence: 'The server offers only protocols that clients refuse.',
      detail: `${prose(old)} are deprecated; nothing else matters until the server offers TLSv1.2 or TLSv1.3.`,
    }
  if (expired) {
    return {
      sentence: 'The certificate has expired, and browsers warn visitors.',
      detail: `It ended on ${until}; nothing else matters until you renew it.`,
    }
  }
  if (overdue) {
    return {
      sentence: `The connection is private for ${inWords(days)} more ${days === 1 ? 'day' : 'days'}.`,
      detail: `The certificate expires on ${until}, and its renewal is overdue.`,
    }
  }
  if (old.length > 0 || weak.length > 0) {
    return {
      sentence: `The connection is private, but some ${old.length === 0 ? 'ciphers' : 'protocols'} are outdated: grade ${grade}.`,
      detail: `The certificate is good until ${until}. Browsers choose current ones, but older programs and attackers may choose outdated ones.`,
    }
  }
  return {
    sentence: `The connection is private: grade ${grade}.`,
    detail: `The certificate is good until ${until}, and protocols and ciphers are current.`,
  }
}

const figures = (grade: string, { expired, fault, weak, server, days, ends }: Dated): Figure[] => [
  { label: 'Grade', value: grade, note: 'A+ is best, F fails' },
  fault !== undefined
    ? { label: 'Certificate', value: 'refused', note: fault.replaceAll('-', ' ') }
    : expired
      ? { label: 'Certificate', value: 'expired', note: `on ${dayOf(ends)}` }
      : { label: 'Certificate', value: String(days), unit: days === 1 ? 'day' : 'days', note: `until ${dayOf(ends)}` },
  {
    label: 'Newest protocol',
    value: server.protocols[0] ?? '—',
    note: `oldest ${server.protocols[server.protocols.length - 1] ?? '—'}`,
  },
  {
    label: 'Cipher suites',
    value: String(server.cipherSuites.length),
    note: weak.length === 0 ? 'all with forward secrecy' : `${weak.length} without forward secrecy`,
  },
]

const plotOf = (now: string, { expired, overdue, issued, due, ends }: Dated): ReportDraft['plot'] => ({
  kind: 'timeline',
  caption: 'The life of the certificate',
  alternative: `Issued on ${dayOf(issued)}, to be renewed on ${dayOf(due)}, ${expired ? 'expired on' : 'valid until'} ${dayOf(ends)}; today is ${dayOf(now)}.`,
  now,
  events: [
    { label: 'Issued', time: issued, severity: 'pass' },
    { label: 'Renewal due', time: due, severity: expired || overdue ? 'warning' : 'info' },
    { label: 'Expires', time: ends, severity: expired ? 'critical' : overdue ? 'warning' : 'info' },
  ],
})

const unreached = (
  world: World,
  domain: string,
  now: string,
  unreachable: NoWebReason,
): ReportDraft<HttpsTestCode> => ({
  sentence: 'There is no server to test.',
  detail: `${noPageText(domain, unreachable)}, so nobody can connect to it.`,
  figures: [
    { label: 'Grade', value: 'F', note: 'nothing to grade' },
    { label: 'Certificate', value: '—', note: 'none was seen' },
  ],
  findings: [
    ...inwardFindings('https', world, domain),
    noWebServer('https', world, domain, unreachable, 'no certificate can be seen'),
  ],
  plot: {
    kind: 'timeline',
    caption: 'The life of the certificate',
    alternative: 'There is no certificate to show.',
    now,
    events: [],
  },
})

function report({ domain, ssl_grade }: HttpsTestResult, world: World): ReportDraft<HttpsTestCode> {
  const now = isoTime(world.at)
  const found = factsOf(world, domain)
  if ('unreachable' in found) return unreached(world, domain, now, found.unreachable)
  const facts = dated(found)
  const { sentence, detail } = verdict(ssl_grade, facts)
  return {
    sentence,
    detail,
    figures: figures(ssl_grade, facts),
    findings: [
      certificate(facts),
      ...clientCertificate(facts, world),
      ...transport(facts),
      ...inwardFindings('https', world, domain),
      ...addressFaultFindings('https', world, domain),
      policyFinding(facts, domain),
    ],
    plot: plotOf(now, facts),
  }
}

/** Simulates `https-test`. */
export const httpsTestSimulation: Simulation<string, HttpsTestResult, HttpsTestCode> = { simulate, report }
