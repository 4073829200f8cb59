import { critical, info, pass, warning } from '../../reports/finding.ts'
import type { Finding } from '../../reports/report.ts'
import { count, inWords, prose } from '../../reports/wording.ts'
import { isoTime } from '../../foundation/time.ts'
import type { Facts } from './https-test.facts.ts'
import type { HttpsTestCode } from './https-test.ts'

/** The facts with the certificate's dates, as ISO 8601 times. */
export interface Dated extends Facts {
  readonly issued: string
  readonly due: string
  readonly ends: string
}

/** Adds the certificate's dates to the facts. */
export const dated = ({ server, days, renewal, expired, overdue, old, weak, policy }: Facts): Dated => {
  const [issued, due, ends] = [isoTime(server.notBefore), isoTime(renewal), isoTime(server.notAfter)]
  return { server, days, renewal, expired, overdue, old, weak, policy, issued, due, ends }
}

/** Returns the date part of an ISO 8601 time. */
export const dayOf = (time: string): string => time.slice(0, 10)

const inDays = (days: number): string => `${inWords(days)} ${days === 1 ? 'day' : 'days'}`

/** Reports the certificate. */
export const certificate = ({ expired, overdue, server, days, due, ends }: Dated): Finding<HttpsTestCode> => {
  if (expired) {
    return critical(
      'https-expired',
      `The certificate expired on ${dayOf(ends)}`,
      'Browsers stop every visitor with a full-page warning, and programs that call the site fail.',
      `Renew it at ${server.issuer} by hand now, reload the server, then find out why the renewal due on ${dayOf(due)} did not run.`,
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
  return pass('https-certificate', `The certificate from ${server.issuer} is valid until ${dayOf(ends)}`)
}

/** Reports protocols and cipher suites. */
export const transport = ({ old, weak, server }: Dated): Finding<HttpsTestCode>[] => [
  old.length > 0
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

/** Reports how long browsers insist on HTTPS. */
export const policyFinding = ({ policy }: Dated, domain: string): Finding<HttpsTestCode> => {
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
