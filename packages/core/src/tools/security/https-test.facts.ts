import { count, prose } from '../../reports/wording.ts'
import { wholeDays } from '../../foundation/periods.ts'
import { DAY, SECOND } from '../../foundation/units.ts'
import { isoDay } from '../../foundation/time.ts'
import { type WebServer, webServerOf } from '../../web/web-server.ts'
import { renewalDueOf, type NoWebReason, whyNoWeb } from '../../world/answers/web.ts'
import type { CertificateFault } from '../../world/certificate-faults.ts'
import type { World } from '../../world/world.ts'
import { CERTIFICATE_FAULTS } from './https-test.certificate.ts'
import type { HttpsTestResult } from './https-test.ts'

// Returns whether RFC 8996 deprecates a protocol.
const isOld = (protocol: string): boolean => protocol === 'TLSv1.1' || protocol === 'TLSv1.0'

// Returns whether a cipher suite exchanges keys with the certificate's own key: an attacker who gets that key later can decrypt recorded
// traffic.
const isWeak = (cipher: string): boolean => cipher.startsWith('TLS_RSA_')

/** The facts of a server, with all reasons for a lower grade. */
export interface Facts {
  readonly domain: string
  readonly server: WebServer
  /** Whole days until the certificate expires; negative or 0 after that. */
  readonly days: number
  /** The time when the renewal is due, in epoch milliseconds. */
  readonly renewal: number
  readonly expired: boolean
  /** A fault of the certificate apart from its end. */
  readonly fault: CertificateFault | undefined
  /** Whether the renewal is late. */
  readonly overdue: boolean
  readonly old: readonly string[]
  readonly weak: readonly string[]
  /** How long browsers insist on HTTPS (RFC 6797): for long, too briefly to help, or not at all. */
  readonly policy: 'lasting' | 'brief' | 'missing'
}

const DAYS_THAT_LAST = 180

const policyOf = ({ headers }: WebServer): Facts['policy'] => {
  const sent = headers.find(({ name }) => name === 'Strict-Transport-Security')?.value
  if (sent === undefined) return 'missing'
  return Number(/max-age=(\d+)/.exec(sent)?.[1] ?? 0) >= (DAYS_THAT_LAST * DAY) / SECOND ? 'lasting' : 'brief'
}

/** Collects the facts of the web server of a domain, or returns why clients can't reach one. */
export const factsOf = (world: World, domain: string): Facts | { readonly unreachable: NoWebReason } => {
  const unreachable = whyNoWeb(world, domain)
  const server = unreachable === undefined ? webServerOf(world, domain) : undefined
  if (server === undefined) return { unreachable: unreachable ?? 'no-address' }
  const { certificate } = server
  const renewal = renewalDueOf(certificate)
  const expired = certificate.notAfter <= world.at
  return {
    domain,
    server,
    days: wholeDays(certificate.notAfter - world.at),
    renewal,
    expired,
    fault: certificate.fault,
    overdue: !expired && renewal < world.at,
    old: server.protocols.filter(isOld),
    weak: server.cipherSuites.filter(isWeak),
    policy: policyOf(server),
  }
}

const LADDER = ['A+', 'A', 'B', 'C', 'D'] as const

/** Returns whether a server offers only protocols that current clients refuse. */
export const isOnlyOld = ({ server, old }: Facts): boolean => old.length === server.protocols.length

/** Grades a server: each fault costs one or two grades, and a certificate that clients refuse costs all of them. */
export const gradeOf = ({ expired, fault, overdue, old, weak, policy }: Facts): HttpsTestResult['ssl_grade'] => {
  if (expired || fault !== undefined) return 'F'
  const steps =
    (old.length > 0 ? 2 : 0) + (weak.length > 0 ? 2 : 0) + (overdue ? 1 : 0) + (policy === 'lasting' ? 0 : 1)
  return LADDER[steps] ?? 'D'
}

/** Writes one sentence for each fault. */
export const issuesOf = ({ domain, expired, fault, overdue, days, server, old, weak, policy }: Facts): string[] => [
  ...(expired ? [`The certificate expired on ${isoDay(server.certificate.notAfter)}.`] : []),
  ...(fault === undefined ? [] : [`${CERTIFICATE_FAULTS[fault].title(domain, server.certificate.names[0] ?? '')}.`]),
  ...(overdue ? [`The certificate expires in ${count(days, 'day')} and was not renewed.`] : []),
  ...(old.length > 0 ? [`${prose(old)} are still offered, and TLSv1.3 is not.`] : []),
  ...weak.map((cipher) => `${cipher} has no forward secrecy.`),
  ...(policy === 'missing' ? ['There is no Strict-Transport-Security header.'] : []),
  ...(policy === 'brief' ? ['The Strict-Transport-Security header lasts only five minutes.'] : []),
]
